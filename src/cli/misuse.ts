/** The command line asks for something that makes no sense; told with the usage, exit code 2. */
export class MisuseError extends Error {
  readonly code = 'ORIEL_CLI_MISUSE';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MisuseError';
  }
}
