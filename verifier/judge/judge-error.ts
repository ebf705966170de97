/**
 * An expectation that can't be judged at all: an invalid JSON Schema or pattern, a kind of matcher that nobody knows.
 * Neither satisfied nor violated; `judgeStep` turns it into unverified.
 */
export class JudgeError extends Error {
  override readonly name = 'JudgeError';
}
