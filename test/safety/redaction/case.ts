/** A value of a public service or framework, in the place where its documentation shows it. */
export interface RedactionCase {
  /** The documentation that has the value. */
  readonly from: string;
  readonly json?: unknown;
  readonly body?: string;
  /** The media type of `body`. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
  /** The template of the route that `url` matches. */
  readonly route?: string;
  readonly sql?: string;
  readonly parameters?: readonly unknown[];
  readonly dialect?: 'mysql' | 'postgresql' | 'sqlite' | 'mssql';
  readonly redis?: readonly string[];
  readonly mongodb?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
  readonly log?: Readonly<Record<string, unknown>>;
  readonly text?: string;
}

/** A case whose `secrets` must not be stored; `visible` must. */
export interface SecretCase extends RedactionCase {
  readonly secrets: readonly string[];
  readonly visible?: readonly string[];
}

/** A case whose `visible` texts must be stored as they are. */
export interface HarmlessCase extends RedactionCase {
  readonly visible: readonly string[];
}
