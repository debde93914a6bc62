import type { Redactor } from '../../record/redaction/redactor.ts';
import { SERVICE_NAME } from '../semantic-conventions.ts';
import { maskAttributes, toText } from './mask-attribute.ts';
import type { Attributes } from './received-messages.ts';

/** What the profiles of a service have in common. Secrets are masked. */
export interface ReceivedResource {
  readonly app: string;
  readonly pid: number;
  readonly config: Readonly<Record<string, string>>;
  /** The SDK of OpenTelemetry, such as `OpenTelemetry python 1.30.0`. */
  readonly sdk: string;
}

/** Converts the attributes of a service. */
export function describeResource(resource: Attributes, redactor: Redactor): ReceivedResource {
  const sdk = ['telemetry.sdk.language', 'telemetry.sdk.version'].map((name) =>
    shortText(resource.get(name), redactor),
  );
  return {
    app: shortText(resource.get(SERVICE_NAME), redactor) || 'unknown service',
    pid: count(resource.get('process.pid')),
    config: Object.fromEntries(
      Object.entries(maskAttributes(resource, redactor)).map(([name, value]) => [name, toText(value)]),
    ),
    sdk: ['OpenTelemetry', ...sdk].filter((value) => value !== '').join(' '),
  };
}

/** Returns a received value as a short text without secrets. */
export function shortText(value: unknown, redactor: Redactor): string {
  return redactor.text(toText(value)).slice(0, MAX_NAME_LENGTH);
}

/** Returns a received number that counts something; 0 for other values. */
export function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

/** The most characters of a name. */
export const MAX_NAME_LENGTH = 200;
