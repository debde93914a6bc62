import type { Profile } from './profile.ts';

/**
 * The view of a panel, independent of its representation: HTML, JSON, Markdown or terminal text. All text in it is
 * untrusted; the renderers escape it.
 */
export interface PanelView {
  /** Number of entries, shown in the menu. */
  readonly count?: number | undefined;
  readonly tone?: Tone | undefined;
  readonly blocks: readonly Block[];
}

/** One topic of a profile, as a pure function from the profile to a view. The menu lists a panel without data as not recorded. */
export interface Panel {
  /** Name in the URL, as in `?panel=request`, and of the application's collector whose data it shows. */
  readonly name: string;
  /** Title in the menu. */
  readonly title: string;
  /** Whether it shows what only an Oriel host has. For other servers, its page says so instead of being empty. */
  readonly needsHost?: boolean;
  /** Returns the view, or undefined if the profile has no data for it. */
  readonly view: (profile: Profile, links: PanelLinks) => PanelView | undefined;
}

/** Builds the links of a panel. */
export interface PanelLinks {
  /** Returns the link to a panel of this profile or of another. Parameters filter the panel, as in `?panel=logs&level=warning`. */
  readonly panel: (name: string, token?: string, parameters?: Readonly<Record<string, string>>) => string;
  /** Returns the link to the list of profiles that match a search. */
  readonly search: (query: string) => string;
  /** Returns the link to a source line, in the editor if one is configured; undefined if the file may not be shown. */
  readonly source: (file: string, line: number) => string | undefined;
  /** Returns the link to a complete body as plain text or as an image; absent in exported documents. */
  readonly body?: ((of: 'request' | 'response', as?: 'text' | 'image') => string) | undefined;
  /** Returns the link to the profile of an outgoing call by its token; undefined if the store does not have it. */
  readonly callee?: ((token: string) => string | undefined) | undefined;
  /** Parameters of the URL for the panel. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Target of a form with the field `query`, the id of a span, that shows its execution plan; undefined if plans are not configured. */
  readonly explainUrl?: string | undefined;
}

export type Tone = 'good' | 'info' | 'warning' | 'bad' | 'muted';

/** Text, optionally with a link, a tone, a code font, a badge, a tooltip, highlighting or bars. */
export type Text =
  | string
  | number
  | {
      readonly text: string | number;
      readonly href?: string | undefined;
      readonly mono?: boolean;
      readonly tone?: Tone | undefined;
      readonly badge?: boolean;
      readonly title?: string;
      /** Highlights the text as code. */
      readonly language?: 'sql';
      /** Numbers that the page draws as bars instead of the text. */
      readonly bars?: readonly number[];
    };

export type Block =
  | { readonly kind: 'heading'; readonly text: string; readonly id?: string }
  | { readonly kind: 'note'; readonly text: string; readonly tone?: Tone }
  | {
      readonly kind: 'metrics';
      readonly items: readonly { readonly label: string; readonly value: Text; readonly hint?: string }[];
    }
  | {
      readonly kind: 'facts';
      readonly title?: string;
      readonly rows: readonly (readonly [label: string, value: Text])[];
      readonly empty?: string;
      readonly truncation?: Truncation | undefined;
    }
  | Table
  /** Links that filter the content below; one of them is current. */
  | { readonly kind: 'filter'; readonly label: string; readonly choices: readonly Choice[] }
  | {
      readonly kind: 'code';
      readonly title?: string;
      readonly language: 'json' | 'sql' | 'text' | 'http';
      readonly text: string;
      readonly copy?: boolean;
      readonly truncation?: Truncation | undefined;
    }
  | {
      readonly kind: 'waterfall';
      readonly total: number;
      readonly rows: readonly WaterfallRow[];
      readonly range?: RowRange | undefined;
    }
  | {
      readonly kind: 'image';
      readonly type: string;
      readonly base64: string;
      readonly alt: string;
      readonly truncation?: Truncation | undefined;
    }
  /** The view of the error page. */
  | { readonly kind: 'exception'; readonly view: unknown }
  /** A button that sends a form to the profiler. Exported documents omit it. */
  | {
      readonly kind: 'action';
      readonly label: string;
      readonly path: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'details'; readonly summary: string; readonly blocks: readonly Block[]; readonly open?: boolean };

export interface Table {
  readonly kind: 'table';
  readonly title?: string;
  /** Shown after the title instead of the number of rows. */
  readonly titleNote?: string;
  readonly columns: readonly Column[];
  /** Rows that the page shows. A table with an empty range is omitted. */
  readonly range?: RowRange | undefined;
  /** Maximum size of a cell in the page. Longer cells are truncated in HTML; JSON is complete. */
  readonly maxCellBytes?: number | undefined;
  readonly rows: readonly Row[];
  readonly empty?: string;
}

/** A row of a table. */
export interface Row {
  readonly cells: readonly Text[];
  readonly tone?: Tone | undefined;
  /** Collapsed content in the last cell of the row. */
  readonly detail?: readonly Block[] | undefined;
  readonly id?: string;
}

/** The heading of a column. `number` aligns its cells to the right. */
export type Column = string | { readonly label: string; readonly number?: boolean; readonly size?: 's' | 'm' | 'l' };

export interface Choice {
  readonly label: string;
  readonly href: string;
  /** Number of matching entries. */
  readonly count?: number;
  readonly tone?: Tone | undefined;
  readonly current?: boolean;
}

/** The rows that a page shows; JSON has all rows. */
export interface RowRange {
  readonly from: number;
  readonly count: number;
}

/** Truncates a text, or replaces an image by a link, to keep the page small; JSON is complete. */
export interface Truncation {
  /** Maximum size in the page. */
  readonly maxBytes: number;
  /** Link to the complete text or image. */
  readonly fullUrl: string;
  /** Whether the link returns exactly this text, so that a script may insert it. */
  readonly isSameText?: boolean;
}

export interface WaterfallRow {
  readonly label: string;
  readonly category: string;
  readonly depth: number;
  /** Milliseconds since the request was received. */
  readonly start: number;
  readonly duration: number;
  /** Milliseconds not spent in children. */
  readonly self: number;
  readonly href?: string | undefined;
  readonly tone?: Tone | undefined;
  readonly title?: string | undefined;
  /** What is unusual about it, in a few words. */
  readonly mark?: string | undefined;
  /** The rows that this one represents, such as the queries of an N+1. JSON has them instead of it. */
  readonly folded?: readonly WaterfallRow[] | undefined;
}

/** Links of views that are stored or exported: the server that could follow them may no longer exist. */
export const NO_LINKS: PanelLinks = { panel: () => '', search: () => '', source: () => undefined };
