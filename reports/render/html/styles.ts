import { COLOURS } from './colours.ts';

/** Headings and letterhead, opening, facts. */
const PAGE = `
*{box-sizing:border-box}
html{font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;background:var(--paper);color:var(--ink);scroll-padding-top:5rem;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:66rem;padding:0 1.5rem 3rem;overflow-wrap:anywhere}
h1,h2,h3,.brand{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,"Liberation Serif",serif;font-weight:600;line-height:1.25}
h2{font-size:1.5rem;margin:3.5rem 0 .25rem}h3{font-size:1.2rem;margin:0}
p{margin:.5rem 0}code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.86em}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:3px}
.quiet{color:var(--quiet)}.lead{color:var(--quiet);margin:0 0 1rem;max-width:46rem}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.5rem 1rem;z-index:9}
.letterhead{display:flex;justify-content:space-between;align-items:baseline;padding:1.4rem 0 .8rem;border-bottom:3px double var(--rule);color:var(--quiet);font-size:.85rem}
.brand{font-size:1.05rem;letter-spacing:.28em;text-transform:uppercase;color:var(--ink)}
.verdict{display:grid;grid-template-columns:11.5rem 1fr;gap:2.25rem;align-items:start;margin:2.5rem 0 2rem}
.eyebrow{margin:0;color:var(--quiet);letter-spacing:.06em;font-size:.9rem}
h1{font-size:2rem;margin:.15rem 0 .6rem;text-wrap:balance}h1 .word{color:var(--verdict);letter-spacing:.02em;display:block;font-size:1.05em}
.meaning{max-width:40rem;margin:0}.reasons{margin:1rem 0 0;padding-left:1.1rem}.reasons li{margin:.45rem 0}.reasons code,.reasons .names{display:block}
.stamp{width:100%;max-width:11.5rem;color:var(--verdict);opacity:.92}.stamp circle,.stamp .punch{fill:none;stroke:currentColor}
.stamp .outer{stroke-width:4}.stamp .inner{stroke-width:1.5}.stamp .punch{stroke-width:3}.stamp .mark{fill:none;stroke:currentColor;stroke-width:8;stroke-linecap:round;stroke-linejoin:round}
.stamp .rim{fill:currentColor;font:600 12.5px Georgia,"Liberation Serif",serif;letter-spacing:.12em}
.stamp.partial .outer{stroke-dasharray:14 7}
.counts{margin:0 0 1.5rem}.meter{display:block;width:100%;height:.6rem;border-radius:.3rem;background:var(--rule);overflow:hidden}
.meter .satisfied{fill:var(--good)}.meter .violated{fill:var(--bad)}.meter .unverified{fill:var(--unsure)}
.counts ul{display:flex;flex-wrap:wrap;gap:.25rem 1.75rem;list-style:none;margin:.6rem 0 0;padding:0}
.counts .satisfied strong{color:var(--good)}.counts .violated strong{color:var(--bad)}.counts .unverified strong{color:var(--unsure)}
.remark{border-left:3px solid var(--unsure);background:var(--unsure-wash);padding:.5rem .9rem;border-radius:0 .3rem .3rem 0}
.facts{margin:0;border-top:1px solid var(--rule)}.facts div{display:grid;grid-template-columns:8rem 1fr;gap:1rem;padding:.5rem 0;border-bottom:1px solid var(--rule)}
.facts dt{color:var(--quiet)}.facts dd{margin:0;min-width:0}
footer{margin-top:4rem;padding-top:1rem;border-top:3px double var(--rule);color:var(--quiet);font-size:.85rem}
`;

/** Checks, contracts, criteria and their steps. */
const CONTRACTS = `
summary{cursor:pointer;list-style:none}summary::-webkit-details-marker{display:none}
.sign{width:1.15rem;height:1.15rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.4;stroke-linecap:round;stroke-linejoin:round;align-self:flex-start;margin-top:.2rem}
.sign.satisfied{color:var(--good)}.sign.violated{color:var(--bad)}.sign.unverified{color:var(--unsure)}
.sign.violated path{stroke:var(--card);stroke-width:1.7}.sign.violated .disc{fill:var(--bad);stroke:var(--bad)}
.line{display:flex;gap:.7rem;align-items:baseline}.words{flex:1;min-width:0}.took,.surface{color:var(--quiet);font-size:.85rem;white-space:nowrap;font-variant-numeric:tabular-nums}
.chip{font-size:.8rem;border:1px solid var(--rule);border-radius:1rem;padding:.05rem .6rem;color:var(--quiet);white-space:nowrap}
.checks,.contract{border:1px solid var(--rule);border-radius:.5rem;background:var(--card);overflow:hidden}
.check+.check,.criterion{border-top:1px solid var(--rule)}.check .line{padding:.55rem 1rem}.check>.body{padding:0 1rem 1rem 2.85rem}
.line code{margin:0 .6rem;color:var(--quiet)}.diagnostics code{color:var(--quiet);margin-right:.5rem}summary.line:hover,.criterion>summary:hover{background:var(--hover)}
.contract{margin:1.25rem 0}.contract>header{padding:1rem 1.1rem .85rem}.contract>header p{margin:.15rem 0 0}.tally{font-size:.95rem}.scope{margin:0;padding:.8rem 1.1rem;border-top:1px solid var(--rule);font-size:.92rem}
.many .criterion{content-visibility:auto;contain-intrinsic-size:auto 3.2rem}
.criterion>summary{display:flex;gap:.7rem;align-items:baseline;padding:.65rem 1.1rem}
.criterion h4{font:inherit;margin:0;flex:1;min-width:0}.criterion .id{color:var(--quiet);font-size:.85rem;white-space:nowrap;font-variant-numeric:tabular-nums}
.criterion.violated>summary h4{font-weight:600}.criterion[open]>summary{border-bottom:1px solid var(--rule);background:var(--hover)}
.chips{display:flex;flex-wrap:wrap;gap:.5rem;align-items:baseline}.criterion .took{min-width:3.6rem;text-align:right}
.criterion>.body{padding:.75rem 1.1rem 1.25rem 2.95rem}.why{border-left:3px solid var(--bad);padding-left:.8rem}.criterion.unverified .why{border-color:var(--unsure)}
.part{display:grid;grid-template-columns:5rem minmax(0,1fr);gap:.75rem;margin-top:1rem}.part h5{margin:.1rem 0 0;font:italic 600 1rem "Iowan Old Style",Palatino,Georgia,"Liberation Serif",serif;color:var(--quiet)}
.steps{list-style:none;margin:0;padding:0}.step{margin:.15rem 0}.named{margin:.1rem 0 0;font-weight:600}.named+.steps{padding-left:.9rem;border-left:1px solid var(--rule);margin:.15rem 0 .6rem .2rem}
.fault{font-size:.82rem;color:var(--unsure);background:var(--unsure-wash);border-radius:.2rem;padding:0 .4rem;display:inline-block;max-width:100%}
.attempt>summary{cursor:pointer}.attempt>summary .words::after{content:" ▸";color:var(--quiet)}.attempt[open]>summary .words::after{content:" ▾"}.value{border-bottom:1px dotted var(--quiet)}.step.line .words a{font-size:.82rem;color:var(--quiet);text-decoration-style:dotted}.step.violated>.line .words{font-weight:600}
.detail{margin:.5rem 0 1rem 1.85rem;padding:.6rem .9rem .8rem;border:1px solid var(--rule);border-left:3px solid var(--bad);border-radius:.3rem;background:var(--paper)}
.step.unverified .detail{border-left-color:var(--unsure)}.place{font-size:.9rem}
.looks ol{list-style:none;margin:.3rem 0;padding:0}.looks li{display:flex;gap:.8rem;padding:.1rem 0}.after{color:var(--quiet);white-space:nowrap;min-width:7rem;font-variant-numeric:tabular-nums}
.looks>summary,.minor>summary,.piece>summary{padding:.15rem 0}.looks>summary::before,.minor>summary::before,.piece>summary::before{content:"▸";display:inline-block;width:1.1em;color:var(--quiet)}
.looks[open]>summary::before,.minor[open]>summary::before,.piece[open]>summary::before{content:"▾"}
.diagnostics{margin:.3rem 0;padding-left:1.1rem}
`;

/** Tables, evidence, the toolbar; narrow screens and paper. */
const REST = `
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:.5rem 0;font-size:.92rem}caption{text-align:left;color:var(--quiet);font-size:.85rem;padding:.2rem 0}
th,td{text-align:left;vertical-align:top;padding:.35rem .7rem;border:1px solid var(--rule)}thead th{font-weight:600;background:var(--hover)}
.rows td,.rows th{overflow-wrap:normal;word-break:normal}.rows td{min-width:6rem;max-width:28rem;overflow-wrap:break-word}.number{text-align:right;font-variant-numeric:tabular-nums}.pairs th{width:14rem;font-weight:400;color:var(--quiet)}
.mismatches{table-layout:fixed;min-width:30rem}.mismatches td:first-child,.mismatches th:first-child{width:30%}.mismatches.two td:first-child,.mismatches.two th:first-child{width:50%}.mismatches pre{margin:0;max-height:22rem;border:0;padding:0;background:none}
.expected{background:var(--good-wash)}.seen{background:var(--bad-wash)}del,ins{text-decoration:none;border-radius:2px;padding:0 .1em}del{background:var(--good-mark)}ins{background:var(--bad-mark)}
pre{white-space:pre-wrap;overflow:auto;max-height:28rem;margin:.4rem 0;padding:.6rem .8rem;border:1px solid var(--rule);border-radius:.3rem;background:var(--card)}
.command{user-select:all;background:var(--card)}
.evidence{margin-top:.5rem}.piece{margin:.25rem 0}.kind{font-size:.8rem;border-radius:.2rem;background:var(--hover);padding:.05rem .4rem;color:var(--quiet)}
figure{margin:.6rem 0}figure img{max-width:min(100%,40rem);height:auto;border:1px solid var(--rule);border-radius:.3rem;display:block;background:#fff}figcaption{color:var(--quiet);font-size:.85rem;margin-top:.25rem}
.toolbar{position:sticky;top:0;z-index:3;display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:center;padding:.7rem 0;background:var(--paper);border-bottom:1px solid var(--rule)}
[hidden]{display:none!important}.filters,.folding{display:flex;flex-wrap:wrap;gap:.35rem}
button,input{font:inherit;font-size:.92rem;color:inherit;background:var(--card);border:1px solid var(--control);border-radius:.35rem;padding:.3rem .75rem;min-height:2.1rem}
button{cursor:pointer}button:hover{background:var(--hover)}button span{color:var(--quiet);font-variant-numeric:tabular-nums}
button[aria-pressed=true]{background:var(--ink);color:var(--paper);border-color:var(--ink)}button[aria-pressed=true] span{color:inherit}
input{flex:1;min-width:11rem}input::placeholder{color:var(--quiet);opacity:1}.shown{margin:0;width:100%}.shown:empty{position:absolute}
@media (max-width:44rem){body{padding:0 1rem 2rem}.verdict{grid-template-columns:1fr;gap:1rem;margin:1.5rem 0}.stamp{max-width:8.5rem}h1{font-size:1.55rem}
.facts div{grid-template-columns:1fr;gap:0}.criterion>summary{flex-wrap:wrap;padding:.65rem .8rem}.criterion h4{flex-basis:70%}.chips{width:100%;padding-left:1.85rem}.criterion>.body{padding:.6rem .8rem 1rem}
.part{grid-template-columns:1fr;gap:.2rem}.detail{margin-left:0}.check .line{flex-wrap:wrap;padding:.55rem .8rem}.check>.body{padding:0 .8rem .8rem}.surface{display:none}.pairs th{width:38%}.toolbar{position:static}
.mismatches{min-width:0}.mismatches:not(.two) td:first-child,.mismatches:not(.two) th:first-child{width:28%}th,td{padding:.3rem .45rem}.looks li{display:block}}
@media print{html{font-size:11px;background:#fff}body{max-width:none}.toolbar,.skip{display:none!important}.many .criterion{content-visibility:visible}.criterion>summary,.line{break-inside:avoid}pre{max-height:none}.contract,.checks{overflow:visible}a{color:inherit}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`;

/** The document's whole style sheet. */
export const STYLES = COLOURS + PAGE + CONTRACTS + REST;
