import type { SecretRequest, SecretRequestFactory } from './secret-requests.ts';

const body = (type: string | undefined, content: string | Uint8Array): SecretRequest => ({
  line: 'POST /echo',
  ...(type === undefined ? {} : { headers: { 'Content-Type': type } }),
  body: content,
});

/** Functions that create a body in which the name is not directly in front of the secret. */
export const SECRET_BODIES: Readonly<Record<string, SecretRequestFactory>> = {
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
      ]),
    ),
  'a statement': ({ secret, random }) =>
    body(
      random.pick(['text/plain', 'application/sql']),
      `INSERT INTO users (login, password) VALUES ('ada', '${secret()}');`,
    ),
};
