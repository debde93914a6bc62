/** Returns whether a text is a valid ISBN-10 or ISBN-13, with or without hyphens. */
export function isIsbn(text: string): boolean {
  const digits = text.replaceAll('-', '');
  if (/^\d{13}$/.test(digits)) return sum(digits, (index) => (index % 2 === 0 ? 1 : 3)) % 10 === 0;
  return /^\d{9}[\dX]$/.test(digits) && sum(digits, (index) => 10 - index) % 11 === 0;
}

function sum(digits: string, weight: (index: number) => number): number {
  return [...digits].reduce((total, digit, index) => total + weight(index) * (digit === 'X' ? 10 : Number(digit)), 0);
}
