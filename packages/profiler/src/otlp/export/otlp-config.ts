/** Settings of the export to a collector of OpenTelemetry. */
export interface OtlpConfig {
  /**
   * The address of a collector that accepts OTLP over HTTP, such as `'http://collector:4318'`. `/v1/traces` and `/v1/logs` are
   * appended to its path.
   */
  readonly url: string;
  /**
   * Headers of each request, such as `{ Authorization: 'Bearer …' }`.
   * @default {}
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Whether the log records of requests are exported.
   * @default true
   */
  readonly logs?: boolean;
  /**
   * Attributes of the resource, such as `{ 'deployment.environment.name': 'production' }`.
   * @default `service.name` is the title of the host
   */
  readonly resource?: Readonly<Record<string, string>>;
}

/** {@link OtlpConfig} with its defaults. */
export type OtlpSettings = Required<OtlpConfig> & { readonly timeoutMs: number };

/** Returns the settings with their defaults. @param timeoutMs how long the collector has to answer */
export function resolveOtlp(config: string | OtlpConfig, timeoutMs = 10_000): OtlpSettings {
  const { url, headers = {}, logs = true, resource = {} } = typeof config === 'string' ? { url: config } : config;
  return { url, headers, logs, resource, timeoutMs };
}
