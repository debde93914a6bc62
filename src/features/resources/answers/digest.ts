import { hash } from 'node:crypto';

/** 96 bits: native, and faster than any hash written in JavaScript; nobody finds two texts with the same one. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16);
}
