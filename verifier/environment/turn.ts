/** Lets one act after the other: the next begins when the one before has ended, however it ended. */
export function inTurn(): <T>(act: () => T | Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const mine = last.then(act);
    last = mine.catch(() => undefined);
    return mine;
  };
}
