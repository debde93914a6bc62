import type { SecretRequest, SecretRequestFactory } from './secret-requests.ts';

const body = (type: string | undefined, content: string | Uint8Array): SecretRequest => ({
  line: 'POST /echo',
  ...(type === undefined ? {} : { headers: { 'Content-Type': type } }),
  body: content,
});

/** Functions that create a body whose type does not reveal its format, or in which the name is not beside the secret. */
export const SECRET_BODIES: Readonly<Record<string, SecretRequestFactory>> = {
  'a table without a type': ({ name, secret, random }) => {
    const separator = random.pick([',', ';', '\t']);
    const type = random.pick(['application/octet-stream', 'text/plain', 'text/csv']);
    return body(type, `user${separator}${name()}\nada${separator}${secret()}\nbo${separator}${secret()}\n`);
  },
  'fields without a type': ({ name, secret, random }) =>
    body(
      random.pick(['application/octet-stream', 'text/plain']),
      `--x\r\nContent-Disposition: form-data; name="${name()}"\r\n\r\n${secret()}\r\n--x--\r\n`,
    ),
  MessagePack: ({ name, secret, random }) => {
    const [key, value] = [name(), secret()];
    const head = [Buffer.from([0x81, 0xa0 + key.length]), Buffer.from(key), Buffer.from([0xa0 + value.length])];
    return body(
      random.pick(['application/msgpack', 'application/octet-stream']),
      // Values in pairs of short names are not recognised in binary formats.
      Buffer.concat(key.length > 3 ? [...head, Buffer.from(value)] : head),
    );
  },
  'pairs in JSON': ({ name, secret }) =>
    body(
      'application/json',
      JSON.stringify({
        headers: [
          ['accept', '*/*'],
          [name(), secret()],
        ],
      }),
    ),
  'a form in HTML': ({ name, secret, random }) =>
    body(
      'text/html',
      random.pick([
        `<p>Form</p><input name=${name()} value=${secret()}>`,
        `<input type="text" name="${name()}" class="wide" value="${secret()}">`,
        `<meta content="${secret()}" name="${name()}">`,
        `<input type='password' name='p' value='${secret()}'>`,
      ]),
    ),
  'a table in HTML': ({ name, secret, random }) =>
    body(
      'text/html',
      random.pick([
        `<table><tr><th>${name()}</th><td>${secret()}</td></tr></table>`,
        `<table><tr><th>user<th>${name()}</tr><tr><td>ada</td><td>${secret()}</td></tr></table>`,
        `<dl><dt>${name()}</dt><dd>${secret()}</dd></dl>`,
      ]),
    ),
  'a table in Markdown': ({ name, secret }) =>
    body('text/markdown', `# Users\n\n| user | ${name()} |\n|---|---|\n| ada | ${secret()} |\n`),
  'a statement': ({ secret, random }) =>
    body(
      random.pick(['text/plain', 'application/sql']),
      `INSERT INTO users (login, password) VALUES ('ada', '${secret()}');`,
    ),
  'a command': ({ secret, random }) =>
    body(
      'text/plain',
      random.pick([
        `curl -u ada:${secret()} localhost`,
        `mysql -u root -p${secret()} shop`,
        `redis-cli -a ${secret()}`,
      ]),
    ),
};
