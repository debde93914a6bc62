const CLIMBS = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E.',
  '..%2f',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%2e%2e%5c',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '..;',
  '..%00',
  '....//',
  '%u002e%u002e',
];

/**
 * Returns paths that try to leave the folder of static files, without the slash at their beginning.
 *
 * @param targets paths below the parent of the folder, or of one of its parents
 */
export function traversalPaths(targets: readonly string[]): readonly string[] {
  return [
    ...CLIMBS.flatMap((climb) =>
      targets.flatMap((target) => [1, 2, 6].map((times) => `${`${climb}/`.repeat(times)}${target}`)),
    ),
    ...CLIMBS.flatMap((climb) =>
      targets.flatMap((target) => [
        `sub/${climb}/${climb}/${target}`,
        `a.txt/${climb}/${climb}/${target}`,
        `${climb}${target}`,
      ]),
    ),
    ...targets.flatMap((target) => [`index.html/../../${target}`, `a.txt%2f..%2f..%2f${target}`, `//${target}`]),
    ...['a.txt%00', 'a.txt%00.html', '%00', 'a.txt\x00', 'C:%5cWindows%5cwin.ini', '%5c%5c127.0.0.1%5cc$%5csecret.txt'],
    ...['%2f%2fetc/passwd', '/etc/passwd', 'file:///etc/passwd', '%2fetc%2fpasswd'],
    ...['.env', '%2eenv', '.git/config', '.git', 'sub/.hidden', './.env', 'sub/../.env', '.env%00.txt', '.env/'],
  ];
}
