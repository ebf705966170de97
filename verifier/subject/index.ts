export { checkOutSubject } from './subject.ts';
export type { Subject, SubjectContext, SubjectRequest } from './subject.ts';
export type { SubjectFailure } from './failure.ts';
