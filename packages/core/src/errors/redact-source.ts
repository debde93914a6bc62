import { isSecretName } from '../redaction/sensitivity.ts';

/**
 * Redacts literals of secret names, and passwords in URLs, in a line of source code. Each character becomes one dot, so that
 * columns do not change.
 */
export function redactSource(line: string): string {
  return redactLiterals(line).replace(
    URL_PASSWORD,
    (_whole, before: string, secret: string) => `${before}${dots(secret)}@`,
  );
}

function redactLiterals(line: string): string {
  let result = '';
  let done = 0;
  for (let match = ASSIGNMENT.exec(line); match; match = ASSIGNMENT.exec(line)) {
    const [assignment, name, quote] = match as unknown as [string, string, string];
    const start = match.index + assignment.length;
    const end = isSecretName(name) ? line.indexOf(quote, start) : -1;
    // A literal of another name may contain an assignment itself.
    ASSIGNMENT.lastIndex = end < 0 ? match.index + name.length : end + 1;
    if (end < 0) continue;
    result += line.slice(done, start) + dots(line.slice(start, end));
    done = end;
  }
  return result + line.slice(done);
}

// `apiKey: '`, `"client_secret": "`, `const password: string = '`, `env.TOKEN ?? '`
const ASSIGNMENT =
  /(?<![\w$-])([\w$-]+)["'`\]]{0,2}\s{0,8}(?::\s{0,8}\w{1,20}\s{0,8}=|[:=]{1,3}|\?\?=?)\s{0,8}(["'`])/g;
const URL_PASSWORD = /(:\/\/[^\s:@/'"`]{0,200}:)([^\s@/'"`]{1,400})@/g;

function dots(text: string): string {
  return '•'.repeat(text.length);
}
