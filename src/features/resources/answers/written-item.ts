import { digest } from './digest.ts';

/** An item as JSON, with the entity tag that follows from it. */
export class WrittenItem {
  readonly text: string;
  #digest: string | undefined = undefined;

  constructor(text: string) {
    this.text = text;
  }

  get digest(): string {
    return (this.#digest ??= digest(this.text));
  }

  /** `<digest>-<variant>` */
  tagOf(variant: string): string {
    return `${this.digest}-${variant}`;
  }
}
