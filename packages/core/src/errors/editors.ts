/** The templates of the URLs of known editors. */
export const EDITORS: Readonly<Record<string, string>> = {
  vscode: 'vscode://file{file}:{line}',
  cursor: 'cursor://file{file}:{line}',
  zed: 'zed://file{file}:{line}',
  webstorm: 'webstorm://open?file={file}&line={line}',
};

/** Returns what is wrong with the name of an editor or the template of its URL; undefined if it is valid. */
export function describeEditorIssue(editor: string): string | undefined {
  if (Object.hasOwn(EDITORS, editor)) return undefined;
  if (!editor.includes('{file}') || !editor.includes('{line}'))
    return `it is neither ${Object.keys(EDITORS).join(', ')} nor a URL with {file} and {line}`;
  const scheme = getScheme(editor);
  if (scheme === undefined || UNSAFE.has(scheme) || /[\p{C}\s]/u.test(editor))
    return 'a template must be a URL such as idea://open?file={file}&line={line}';
  return undefined;
}

/** Returns the scheme of a URL in lower case. */
export function getScheme(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
}

// Schemes that run scripts or read files in the browser.
const UNSAFE: ReadonlySet<string> = new Set(['javascript', 'data', 'vbscript', 'blob', 'file', 'about', 'view-source']);
