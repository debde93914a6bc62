import { hash } from 'node:crypto';

/** An item as JSON and the digest for its entity tag. */
export class ItemJson {
  readonly text: string;
  #digest: string | undefined = undefined;

  constructor(text: string) {
    this.text = text;
  }

  get digest(): string {
    return (this.#digest ??= digest(this.text));
  }

  /** Returns the entity tag `<digest>-<variant>`. */
  tagOf(variant: string): string {
    return `${this.digest}-${variant}`;
  }
}

/** Returns 96 bits of the SHA-256 hash of a text, as base64url. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16);
}
