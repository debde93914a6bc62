/** An OpenAPI document that the fuzzer cannot read. */
export class OpenApiError extends Error {
  readonly code = 'ORIEL_FUZZ_DOCUMENT';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OpenApiError';
  }
}
