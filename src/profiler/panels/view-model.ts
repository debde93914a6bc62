import type { Profile } from '../profile.ts';

/**
 * What a page says, before anybody decides how: the same view-model becomes HTML, JSON and Markdown. All text in it is
 * untrusted; the renderers escape it.
 */
export interface PanelView {
  /** Shown in the menu beside the title: how many there are of it. */
  readonly count?: number | undefined;
  readonly tone?: Tone | undefined;
  readonly blocks: readonly Block[];
}

/** Draws one subject of a profile: a pure function from data to a view. A panel without data stays in the menu, greyed. */
export interface Panel {
  /** In the URL: `?panel=request`. Also the name of the collector whose data it draws, if it is one of the application's own. */
  readonly name: string;
  readonly title: string;
  /** Undefined when the profile has nothing on this subject. */
  readonly view: (profile: Profile, links: PanelLinks) => PanelView | undefined;
}

/** What panels may link to. */
export interface PanelLinks {
  /** A panel of this profile, or of another; `ask` narrows what it shows, as in `?panel=logs&level=warning`. */
  readonly panel: (name: string, token?: string, ask?: Readonly<Record<string, string>>) => string;
  /** The list, searched by a query. */
  readonly search: (query: string) => string;
  /** A place in the source, when the source viewer may show it. */
  readonly source: (file: string, line: number) => string | undefined;
  /** A body as it came, as plain text, or the picture that it is; undefined where nothing can be asked for. */
  readonly body?: ((of: 'request' | 'response', as?: 'text' | 'picture') => string) | undefined;
  /** What the address of the page asks of its panel, beside the panel's name. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Where a form with the field `query`, the id of a span, asks how the database would run it; undefined when nobody can say. */
  readonly explainUrl?: string | undefined;
}

export type Tone = 'good' | 'info' | 'warning' | 'bad' | 'muted';

/** Text with what it may be: a link, code, a badge. */
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
      readonly long?: Truncation | undefined;
    }
  | {
      readonly kind: 'table';
      readonly title?: string;
      /** Stands beside the title instead of the number of rows. */
      readonly aside?: string;
      readonly columns: readonly Column[];
      /** A part without rows is not drawn at all. */
      readonly part?: RowRange | undefined;
      /** Bytes of the page that a cell may take; of a longer one the beginning is drawn, and JSON has all of it. */
      readonly cell?: number | undefined;
      readonly rows: readonly {
        readonly cells: readonly Text[];
        readonly tone?: Tone | undefined;
        /** Unfolds below the last cell of the row. */
        readonly detail?: readonly Block[] | undefined;
        readonly id?: string;
      }[];
      readonly empty?: string;
    }
  /** Ways to narrow what is shown below: one of some links. */
  | { readonly kind: 'filter'; readonly label: string; readonly choices: readonly Choice[] }
  | {
      readonly kind: 'code';
      readonly title?: string;
      readonly language: 'json' | 'sql' | 'text' | 'http';
      readonly text: string;
      readonly copy?: boolean;
      readonly long?: Truncation | undefined;
    }
  | {
      readonly kind: 'waterfall';
      readonly total: number;
      readonly rows: readonly WaterfallRow[];
      readonly part?: RowRange | undefined;
    }
  | {
      readonly kind: 'image';
      readonly type: string;
      readonly base64: string;
      readonly alt: string;
      readonly long?: Truncation | undefined;
    }
  /** The view of the errors room, drawn by it as well. */
  | { readonly kind: 'exception'; readonly view: unknown }
  /** A button that sends a form to the profiler itself; a document that stands alone has none. */
  | {
      readonly kind: 'action';
      readonly label: string;
      readonly path: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'details'; readonly summary: string; readonly blocks: readonly Block[]; readonly open?: boolean };

/** The head of a column; `number`: its cells are numbers, which stand under each other by their last digit. */
export type Column = string | { readonly label: string; readonly number?: boolean; readonly size?: 's' | 'm' | 'l' };

export interface Choice {
  readonly label: string;
  readonly href: string;
  /** How many there are of it. */
  readonly count?: number;
  readonly tone?: Tone | undefined;
  readonly current?: boolean;
}

/** Which of many rows a page draws; JSON has all of them. */
export interface RowRange {
  readonly from: number;
  readonly count: number;
}

/** A text of which a page draws no more than its beginning, or a picture that it leaves out, so that the page stays small; JSON has all of it. */
export interface Truncation {
  /** Bytes of the page that it may take. */
  readonly maxBytes: number;
  /** Where all of it is, as plain text or as the picture. */
  readonly fullUrl: string;
  /** Is that nothing but this text, so that a script may put it in the place of the beginning? */
  readonly isSameText?: boolean;
}

export interface WaterfallRow {
  readonly label: string;
  readonly category: string;
  readonly depth: number;
  /** Milliseconds since the request was heard. */
  readonly start: number;
  readonly duration: number;
  /** Time not spent in children. */
  readonly self: number;
  readonly tone?: Tone | undefined;
  readonly title?: string | undefined;
}
