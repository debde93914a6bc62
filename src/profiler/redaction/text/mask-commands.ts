import { MASK } from '../../../core/redaction/sensitivity.ts';

/** Masks passwords in the arguments of common commands: `curl -u user:x`, `mysql -px`, `redis-cli -a x`. Takes linear time. */
export function maskCommands(text: string): string {
  return text.replace(COMMAND, (line) => {
    const password = PASSWORDS.find(([command]) => command.test(line))?.[1];
    return password === undefined ? line : line.replace(password, `$1${MASK}`);
  });
}

const COMMAND =
  /\b(?:curl|mysql\w{0,10}|mariadb[\w-]{0,10}|sshpass|redis-cli|docker[ \t]+login|podman[ \t]+login)[ \t][^\r\n]{1,4000}/g;
const PASSWORDS: readonly (readonly [command: RegExp, password: RegExp])[] = [
  [/^curl/, /([ \t](?:-[uU][ \t]{0,4}|--(?:proxy-)?user[ \t=]{1,4})["']?[^\s:"']{0,400}:)[^\s"']{1,1000}/g],
  [/^m/, /([ \t]-p["']?)[^\s"']{1,1000}/g],
  [/^redis/, /([ \t]-a[ \t]{1,4}["']?)[^\s"']{1,1000}/g],
  [/^/, /([ \t]-p[ \t]{0,4}["']?)[^\s"']{1,1000}/g],
];
