import type { LibraryWatch } from '../loading/library-watch.ts';
import { replaceMethod } from '../drivers/replace-method.ts';
import type { Method } from '../drivers/replace-method.ts';
import { measured, measureMethods } from './record-work.ts';

/** Libraries that hash passwords, which is meant to take long. */
export const PASSWORD_LIBRARIES: readonly LibraryWatch[] = [
  passwordLibrary('bcrypt', [5, 6], '6.0', 'bcrypt.js'),
  passwordLibrary('argon2', [0], '0.45', 'argon2.cjs'),
  passwordLibrary('@node-rs/bcrypt', [1], '1.10', 'index.js'),
  passwordLibrary('@node-rs/argon2', [2], '2.0', 'index.js'),
  {
    name: 'bcryptjs',
    majors: [2, 3],
    tested: '3.0',
    // The exports of the ES module cannot be replaced, so the function that computes all hashes is.
    files: {
      'index.js': "typeof _hash === 'function' ? { hash: _hash, set: (value) => (_hash = value) } : module.exports",
      'umd/index.js': 'module.exports',
    },
    watch(loaded: { readonly hash: Method; readonly set?: (value: Method) => void }) {
      if (loaded.set === undefined) return measureMethods(loaded, NAMES, 'bcryptjs.');
      const owner = { hash: loaded.hash };
      replaceMethod(owner, 'hash', measuredHash);
      loaded.set(owner.hash);
    },
  },
];

const NAMES = ['hash', 'hashSync', 'compare', 'compareSync', 'verify', 'verifySync', 'genSalt', 'genSaltSync'];

function passwordLibrary(name: string, majors: readonly number[], tested: string, file: string): LibraryWatch<object> {
  return {
    name,
    majors,
    tested,
    files: { [file]: 'module.exports' },
    watch: (exports) => measureMethods(exports, NAMES, `${name}.`),
  };
}

/** `_hash(password, salt, callback?, progress?)`. */
function measuredHash(hash: Method): Method {
  const method = measured((...args) => hash(args[0], args[1], args[3], args[2]), 'bcryptjs.hash');
  return (...args) => method(args[0], args[1], args[3], args[2]);
}
