/** `1st`, `2nd`, `11th`; counts from 1. */
export function ordinal(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${String(number)}${ending}`;
}
