/** The declaration of a resource operation at the time of the request. */
export interface RecordedOperation {
  /** `books.list` */
  readonly name: string;
  readonly kind: string;
  readonly resource: string;
  /** The name of an item. */
  readonly type: string;
  readonly method: string;
  readonly path: string;
  /** The functions that read and write the data, such as `store.list of a MemoryStore` or `provide.get`. */
  readonly reads?: string | undefined;
  readonly writes?: string | undefined;
  /** The vendor of the schema and its members. */
  readonly input?: { readonly vendor: string; readonly members?: readonly string[] | undefined } | undefined;
  /** The supported media types of request bodies. */
  readonly bodies: readonly string[];
  readonly formats: readonly { readonly name: string; readonly type: string }[];
  /** The query dialect and its parameters. */
  readonly dialect: string;
  readonly parameters: readonly string[];
  readonly page?: { readonly by: string; readonly size: number; readonly max: number } | undefined;
  /** The default order, such as `title asc`. */
  readonly order: readonly string[];
  readonly cache: {
    readonly control: string;
    /** The source of the ETag: `hash` or a field. */
    readonly state?: string | undefined;
    readonly lastModified?: string | undefined;
  };
}

/** How an operation ran in one request. Missing members were not reached, or have their default. */
export interface RecordedRun {
  /** The interpretation of each parameter; null for an unknown one. */
  readonly meanings?: readonly (readonly [name: string, meaning: string | null])[] | undefined;
  /** The filters and the operation's own parameters, as passed to the provider. */
  readonly filters?: unknown;
  readonly own?: unknown;
  readonly ignored?: readonly string[] | undefined;
  readonly order?: readonly string[] | undefined;
  readonly window?: RecordedWindow | undefined;
  readonly counted?: boolean | undefined;
  /** The indexes that its order or filters need and the database does not have. */
  readonly missingIndexes?: readonly RecordedIndex[] | undefined;
  /** The selected fields. */
  readonly fields?: readonly string[] | undefined;
  readonly given?:
    | {
        readonly items?: number | undefined;
        readonly total?: number | undefined;
        readonly next?: boolean | undefined;
        readonly previous?: boolean | undefined;
      }
    | undefined;
  /** The conditions that limit the rows of the request, each with its source. */
  readonly limits?: readonly OperationLimit[] | undefined;
  /** How many items of the page do not match a filter that the function of the application ignored, and its source. */
  readonly ignoredFilter?: { readonly items: number; readonly of: number; readonly by: readonly string[] } | undefined;
  /** The readable fields of this user, if they depend on the user. */
  readonly readable?: readonly string[] | undefined;
  readonly created?: boolean | undefined;
  /** The fields that a patch changed. */
  readonly changed?: readonly string[] | undefined;
  readonly violations?: readonly RecordedViolation[] | undefined;
}

/** An index that the database does not have, or columns of several tables that no index has. */
export interface RecordedIndex {
  /** The query that needs it: `order[population]=desc`, or `the default order`. */
  readonly use: string;
  readonly table: string;
  readonly columns: string;
  /** The statement that creates it; undefined for columns of several tables. */
  readonly statement?: string | undefined;
}

/** A condition that limits the rows of a request. */
export interface OperationLimit {
  /** `path`, `tenant`, `where` for an access rule, or `store` for the option `scope` of the store. */
  readonly by: 'path' | 'tenant' | 'where' | 'store';
  /** Values of fields, or a filter. */
  readonly condition: unknown;
}

/** The requested page of a list. */
export interface RecordedWindow {
  readonly by: string;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  /** The position of a page by cursor: the `start` or `end` of the list, or `after` or `before` a row. */
  readonly from?: string | undefined;
}

export interface RecordedViolation {
  readonly pointer?: string | undefined;
  readonly parameter?: string | undefined;
  readonly detail: string;
  readonly code?: string | undefined;
}
