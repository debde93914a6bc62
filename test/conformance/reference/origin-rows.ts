import type { Difference } from './difference.ts';

const REFUSED_PREFLIGHT =
  'A refused preflight is a problem document like any other error, and a 405 says what is allowed';

/** Where Oriel differs from the newer release in what it answers pages of other origins. */
export const ORIGIN_ROWS: Readonly<Record<string, Difference>> = {
  'preflight ok': preflight('A preflight that has nothing to say but headers is a 204'),
  'cors preflight 404': preflight('A preflight that has nothing to say but headers is a 204'),
  'preflight bad origin': {
    because: 'Whoever is not admitted is told nothing, and there is nothing to say but that: a 204',
    change(expected) {
      expected.status = 204;
      expected.headers = {};
    },
  },
  'preflight bad header': {
    because: REFUSED_PREFLIGHT,
    change(expected) {
      expected.headers['vary'] = ['accept'];
      const words = 'CORS does not allow the header "x-zzz"; allowed headers: content-type, authorization';
      expected.body = { detail: words };
    },
  },
  'preflight bad method': {
    because: REFUSED_PREFLIGHT,
    change(expected) {
      expected.headers['vary'] = ['accept'];
      expected.headers['allow'] = ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
      const words = 'CORS does not allow the method "TRACE"; allowed methods: GET, OPTIONS, POST, PUT, PATCH, DELETE';
      expected.body = { detail: words };
    },
  },
};

function preflight(because: string): Difference {
  return {
    because,
    change(expected) {
      expected.status = 204;
      delete expected.headers['cache-control'];
      delete expected.headers['content-type'];
    },
  };
}
