import type { Difference } from './difference.ts';

const REJECTED_PREFLIGHT = 'A rejected preflight request gets a problem document, and a 405 has an Allow header';

/** Differences from the newer release in CORS responses. */
export const ORIGIN_ROWS: Readonly<Record<string, Difference>> = {
  'preflight ok': preflight('A preflight response without content is a 204'),
  'cors preflight 404': preflight('A preflight response without content is a 204'),
  'preflight bad origin': {
    because: 'A preflight request of an origin that is not allowed gets 204 without CORS headers',
    change(expected) {
      expected.status = 204;
      expected.headers = {};
    },
  },
  'preflight bad header': {
    because: REJECTED_PREFLIGHT,
    change(expected) {
      expected.headers['vary'] = ['accept'];
      const detail = 'CORS does not allow the header "x-zzz"; allowed headers: content-type, authorization';
      expected.body = { detail };
    },
  },
  'preflight bad method': {
    because: REJECTED_PREFLIGHT,
    change(expected) {
      expected.headers['vary'] = ['accept'];
      expected.headers['allow'] = ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
      const detail = 'CORS does not allow the method "TRACE"; allowed methods: GET, OPTIONS, POST, PUT, PATCH, DELETE';
      expected.body = { detail };
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
