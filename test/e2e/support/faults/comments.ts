import type { Fault } from './fault.ts';

/** Faults in comments. */
export const commentFaults: readonly Fault[] = [
  {
    title: 'a comment that is deleted only goes from the page',
    file: 'web/src/api.ts',
    before: /request<undefined>\('DELETE', `\/api\/comments.*`\)/u,
    after: 'Promise.resolve({ ok: true, value: id as never } as const)',
    violated: ['CO-03'],
  },
  {
    title: 'everybody deletes everybody’s comments',
    file: 'src/server/routes/comments.ts',
    before: '!comment.mine',
    after: "!comment.mine && viewer.id === ''",
    violated: ['CO-04'],
  },
  {
    title: 'a comment that is refused stays in the list',
    file: 'web/src/comments.ts',
    before: /setSent\(\(now\) => now\.filter\(.*\);/u,
    after: 'if (result.ok) setSent((now) => now.filter(({ id }) => id !== shown.id));',
    violated: ['CO-05'],
  },
  {
    title: 'the form for comments sends again while it is sending',
    file: 'web/src/components/CommentForm.tsx',
    before: /if \(sending\.current\) return;([^]*)setText\(''\);\n(.*await add.*)/u,
    after: "setBusy(true);\n    const error = await add(user, body);\n    setText('');",
    violated: ['CO-06'],
  },
  {
    title: 'a comment is set as markup',
    file: 'web/src/components/CommentItem.tsx',
    before: '<p key={index}>{text}</p>',
    after: '<p key={index} dangerouslySetInnerHTML={{ __html: text }} />',
    violated: ['CO-07.1', 'CO-07.2'],
  },
];
