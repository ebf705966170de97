/** Paper and ink by day; every pair that carries text has a contrast of 4.5 or more. */
const LIGHT = `--paper:#faf8f3;--card:#fffefb;--hover:#f3efe5;--ink:#211e19;--quiet:#635c50;--rule:#ddd6c7;--control:#8f8776;--link:#24507a;--focus:#2f6fb0;
--good:#1d6b45;--bad:#a8261c;--unsure:#815300;--review:#5b3a8c;--good-wash:#eef6f0;--bad-wash:#fcf0ee;--unsure-wash:#fbf3e1;--good-mark:#bfe3cc;--bad-mark:#f6c3bc;`;

/** The same at night. */
const DARK = `--paper:#17171a;--card:#1e1e22;--hover:#26262b;--ink:#ece7dc;--quiet:#aca596;--rule:#39383c;--control:#77736b;--link:#8fc0f0;--focus:#7db4ec;
--good:#76cf9f;--bad:#ff958a;--unsure:#e3b75c;--review:#c5a9f4;--good-wash:#1b2a22;--bad-wash:#311f1e;--unsure-wash:#2c2518;--good-mark:#2c5a41;--bad-mark:#6e2f29;`;

/** Custom properties for the whole document, by the reader's preference and the verdict; paper is always light. */
export const COLOURS = `
:root{${LIGHT}--verdict:var(--good)}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
[data-verdict=FAIL]{--verdict:var(--bad)}[data-verdict=BLOCKED]{--verdict:var(--unsure)}[data-verdict=REVIEW_REQUIRED]{--verdict:var(--review)}
`;
