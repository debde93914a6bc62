import { quoteForShell } from 'oriel-core/cli';
import type { Exchange, Outcome, Session } from './run-scenario.ts';
import { getTarget } from './steps.ts';

type Context = Pick<Session, 'api' | 'credentials'> & { readonly origin: URL };

/**
 * Returns the requests of a scenario as curl commands. Credentials are variables, because the output may be in a log. So are
 * the ids of created items, which differ in each run.
 */
export function toCommands({ exchanges }: Outcome, context: Context): string[] {
  return exchanges.map((exchange) => toCommand(exchange, context));
}

function toCommand({ step, request }: Exchange, { origin, api, credentials }: Context): string {
  const { method, headers, body } = request;
  const urlParts = `${origin.origin}${getTarget(step, api.basePath, ID_PLACEHOLDERS)}`.split(/created-id-(\d+)-/);
  const credentialNames = new Set(
    (step.as === 'other' ? credentials.other : credentials.user)?.map(([name]) => name.toLowerCase()),
  );
  const bytes = body && !isText(body);
  const parts = [
    method === 'HEAD' ? '--head' : method === 'GET' && !body ? '' : `-X ${method}`,
    urlParts.map((part, index) => (index % 2 === 1 ? `"$ID_${part}"` : quote(part))).join(''),
    ...headers.map(([name, value]) =>
      credentialNames.has(name.toLowerCase())
        ? `-H "${name}: $${variable(name, step.as)}"`
        : value === ''
          ? `-H ${quote(`${name};`)}`
          : `-H ${quote(`${name}: ${value}`)}`,
    ),
    ...(body && !headers.some(([name]) => name.toLowerCase() === 'content-type') ? ["-H 'Content-Type:'"] : []),
    ...(body ? [`--data-binary ${bytes ? '@-' : quote(body.toString()) || "''"}`] : []),
  ];
  const lead = bytes ? `echo ${body.toString('base64')} | base64 -d | ` : '';
  return `${lead}curl -ig --path-as-is ${parts.filter((part) => part !== '').join(' ')}`;
}

const ID_PLACEHOLDERS = Array.from({ length: 50 }, (_, index) => `created-id-${index + 1}-`);

/** Returns the name of the variable for a header with credentials. */
function variable(name: string, as: string): string {
  return `${as === 'other' ? 'OTHER_' : ''}${name.toUpperCase().replaceAll(/\W/g, '_')}`;
}

function isText(body: Buffer): boolean {
  return !body.includes(0) && Buffer.from(body.toString()).equals(body);
}

// A long run of one character is written as a command that prints it.
function quote(text: string): string {
  if (text === '') return '';
  const parts = text.split(/((\w)\2{199,})/);
  return parts
    .map((part, index) => {
      if (index % 3 === 2) return '';
      if (index % 3 === 1) return `"$(printf '%0${part.length}d' 0 | tr 0 ${part[0]})"`;
      return part === '' && parts.length > 1 ? '' : quoteForShell([part]);
    })
    .join('');
}
