/** The path of a file inside its folder, or the reason why it is refused. */
export type FilePath =
  { readonly segments: readonly string[]; readonly isFolder: boolean } | { readonly refused: string };

export interface NameRules {
  readonly dotfiles: boolean | readonly string[];
  readonly platform: string;
}

/**
 * Decodes the path of a request to names inside a folder. Each segment is decoded once and by itself, so that an encoded slash,
 * backslash or `..` never becomes a separator.
 *
 * @param path the path as sent, still percent-encoded
 * @param mount the decoded segments that the folder has in URLs
 */
export function parseFilePath(path: string, mount: readonly string[], rules: NameRules): FilePath {
  const encoded = path.split('/').slice(1);
  if (encoded.length > MAX_SEGMENTS) return { refused: `it has more than ${MAX_SEGMENTS} segments` };
  const names: string[] = [];
  for (const text of encoded) {
    try {
      names.push(decodeURIComponent(text));
    } catch {
      return { refused: 'it is not valid UTF-8' };
    }
  }
  // The router decodes slashes, so that its match may span other segments.
  if (mount.some((name, index) => names[index] !== name)) return { refused: 'a slash is encoded' };
  const segments = names.slice(mount.length);
  const isFolder = segments.at(-1) === '';
  if (isFolder) segments.pop();
  for (const name of segments) {
    const refused = whyRefused(name, rules);
    if (refused !== undefined) return { refused };
  }
  return { segments, isFolder };
}

const MAX_SEGMENTS = 64;
const MAX_NAME_LENGTH = 255;

function whyRefused(name: string, { dotfiles, platform }: NameRules): string | undefined {
  if (name === '') return 'a segment is empty';
  if (name === '.' || name === '..') return 'a segment is a dot segment';
  if (name.length > MAX_NAME_LENGTH) return `a name is longer than ${MAX_NAME_LENGTH} characters`;
  if (FORBIDDEN.test(name)) return 'a name contains a slash, a backslash or a control character';
  if (name.startsWith('.') && dotfiles !== true && (dotfiles === false || !dotfiles.includes(name)))
    return 'a name starts with a dot (dotfiles)';
  if (platform === 'win32' && WINDOWS.some((pattern) => pattern.test(name)))
    return 'a name has a special meaning on Windows';
  return undefined;
}

const FORBIDDEN = /[/\\\x00-\x1f\x7f]/; // oxlint-disable-line no-control-regex -- NUL would end a path early

const WINDOWS: readonly RegExp[] = [
  // Devices, with any extension.
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*(?:[.:]|$)/i,
  // Drives, alternate data streams, and characters that no name may contain.
  /[<>:"|?*]/,
  // Windows removes these characters, so that `secret.txt.` would be another file.
  /[. ]$/,
  // Short names, which hide the dot or the extension of the long name.
  /~\d/,
];
