import { tryRead } from 'oriel-core/errors';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { measuringWait } from './connection-wait.ts';
import { outsideScope } from './keep-scope.ts';
import { countRows, recordCalls } from './record-calls.ts';
import { replaceMethod } from './replace-method.ts';

/** Records queries of `mysql`: of connections, pools and clusters, with callbacks, events and streams. */
export const mysqlLibrary: LibraryWatch<{ prototype: object }> = {
  name: 'mysql',
  majors: [2],
  tested: '2.18',
  files: {
    'lib/Connection.js': 'module.exports',
    'lib/Pool.js': 'module.exports',
    'lib/PoolNamespace.js': 'module.exports',
  },
  watch({ prototype }) {
    if (Object.hasOwn(prototype, 'getConnection'))
      replaceMethod(prototype, 'getConnection', (method) => measuringWait('mysql', method));
    for (const name of ['connect', 'changeUser', 'ping', 'statistics', 'end'])
      if (Object.hasOwn(prototype, name)) replaceMethod(prototype, name, outsideScope);
    replaceMethod(prototype, 'query', recorded);
  },
};

const recorded = recordCalls({
  library: 'mysql',
  getRowCount: (_, result, fields) => countRows(result, fields),
  getDatabase: findSystem,
});

interface Owner {
  readonly _protocol?: { readonly _handshakeInitializationPacket?: { readonly serverVersion?: unknown } };
  readonly _allConnections?: readonly Owner[];
}

function findSystem(owner: unknown): 'mariadb' | 'mysql' {
  const version = tryRead(() => {
    const { _allConnections: all, _protocol: protocol } = owner as Owner;
    return (all?.[0]?._protocol ?? protocol)?._handshakeInitializationPacket?.serverVersion;
  }, undefined);
  return typeof version === 'string' && /mariadb/i.test(version) ? 'mariadb' : 'mysql';
}
