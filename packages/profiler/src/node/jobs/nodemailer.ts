import { getMessage, isPromise } from 'oriel-core/http';
import { readableError, applicationCallSite, currentScope, runInTrace } from 'oriel-core/trace';
import { keepScope } from '../drivers/keep-scope.ts';
import { guarded } from '../loading/guarded.ts';
import { replaceMethod } from '../drivers/replace-method.ts';
import type { Method } from '../drivers/replace-method.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { settle } from '../own-frames.ts';

/** Records the messages that `nodemailer` sends, with any transport. Their content is not recorded. */
export const nodemailerLibrary: LibraryWatch<{ readonly prototype: object }> = {
  name: 'nodemailer',
  majors: [6, 7, 8, 9, 10],
  tested: '6.9, 7.0, 8.0, 9.1, 10.6',
  files: { 'lib/mailer/index.js': 'Mail', 'dist/cjs/mailer/index.js': 'Mail', 'dist/esm/mailer/index.js': 'Mail' },
  watch({ prototype }) {
    replaceMethod(prototype, 'sendMail', recorded);
  },
};

function recorded(sendMail: Method): Method {
  return function (data, callback) {
    const { trace, span: parent } = currentScope();
    if (!trace.recording) return sendMail.call(this, data, callback);
    const details = guarded('nodemailer', () => describeMail(data)) ?? {};
    const id = trace.begin('mail', details['subject'] ?? 'message', parent, details);
    const end: Callback = (error, info) =>
      guarded('nodemailer', () => {
        const failure = error === null || error === undefined ? undefined : getMessage(readableError(error));
        trace.end(id, describeResult(info), failure);
      });
    if (typeof callback === 'function') {
      const scopedCallback = keepScope(callback as Callback);
      const ended: Callback = (error, info) => {
        end(error, info);
        scopedCallback(error, info);
      };
      return runInTrace(trace, () => sendMail.call(this, data, ended), id);
    }
    const result = runInTrace(trace, () => sendMail.call(this, data), id);
    return isPromise(result) ? settle(result, end) : result;
  };
}

type Callback = (error: unknown, info?: unknown) => void;

function describeMail(data: unknown): Readonly<Record<string, string | undefined>> {
  const { from, to, subject } = (data ?? {}) as Readonly<Record<string, unknown>>;
  const location = applicationCallSite();
  return {
    from: formatAddresses(from),
    to: formatAddresses(to),
    subject: String(subject ?? '').slice(0, LONGEST),
    caller: location && `${location.file}:${location.line}`,
  };
}

interface SentInfo {
  readonly messageId?: unknown;
  readonly envelope?: { readonly to?: unknown };
  readonly response?: unknown;
  readonly messageSize?: unknown;
  readonly message?: unknown;
}

function describeResult(info: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  const { messageId, envelope, response, messageSize, message } = info as SentInfo;
  const content = typeof message === 'string' || message instanceof Uint8Array ? Buffer.byteLength(message) : undefined;
  return {
    messageId,
    // With the addresses of Cc and Bcc.
    to: envelope?.to === undefined ? undefined : formatAddresses(envelope.to),
    size: typeof messageSize === 'number' ? messageSize : content,
    result: typeof response === 'string' ? response.slice(0, LONGEST) : undefined,
  };
}

const LONGEST = 500;
const MAX_ADDRESSES = 20;
const MAX_CHARACTERS = 1_000;

function formatAddresses(value: unknown): string {
  if (Array.isArray(value)) {
    const more = value.length > MAX_ADDRESSES ? [`… ${value.length - MAX_ADDRESSES} more`] : [];
    return [...value.slice(0, MAX_ADDRESSES).map(formatAddresses), ...more].join(', ').slice(0, MAX_CHARACTERS);
  }
  if (typeof value === 'object' && value !== null)
    return String((value as { readonly address?: unknown }).address ?? '');
  return value === undefined || value === null ? '' : String(value).slice(0, LONGEST);
}
