import { toList } from '../../profile/recorded-values.ts';
import { EXCEPTION_MESSAGE, EXCEPTION_STACK, EXCEPTION_TYPE } from '../semantic-conventions.ts';

/** Returns the attributes of the event `exception` for a recorded error page; undefined if there was no exception. */
export function exceptionAttributes(view: unknown): Record<string, unknown> | undefined {
  const [thrown] = toList((view as Partial<RecordedErrors> | undefined)?.exceptions);
  if (thrown === undefined) return undefined;
  const { className, message, frames } = thrown;
  return {
    [EXCEPTION_TYPE]: className,
    [EXCEPTION_MESSAGE]: message,
    [EXCEPTION_STACK]: [`${className}: ${message}`, ...toList(frames).slice(0, MOST_FRAMES).map(formatFrame)].join(
      '\n',
    ),
  };
}

/** The members of a recorded error page that are exported. */
interface RecordedErrors {
  readonly exceptions: readonly {
    readonly className: string;
    readonly message: string;
    readonly frames: readonly RecordedFrame[];
  }[];
}

interface RecordedFrame {
  readonly function?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

function formatFrame({ function: name, file, line, column }: RecordedFrame): string {
  const place = [file, line, column].filter((each) => each !== undefined).join(':');
  return name === undefined ? `    at ${place}` : `    at ${name} (${place})`;
}

const MOST_FRAMES = 50;
