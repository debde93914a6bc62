/**
 * Returns the arguments of a Redis command that are recorded: keys, fields, numbers and options. Values may be secrets, so
 * each is replaced by `?`. Of a command that is not known, all arguments are replaced.
 *
 * @param command the command in upper case
 */
export function shownArguments(command: string, args: readonly unknown[]): string[] {
  const shown = countOfShown(command, args);
  const list = args.slice(0, MAX_ARGUMENTS).map((argument, index) => (index < shown ? toText(argument) : '?'));
  if (args.length > MAX_ARGUMENTS) list.push(`… ${args.length - MAX_ARGUMENTS} more`);
  return list;
}

const MAX_ARGUMENTS = 24;
const MAX_ARGUMENT_LENGTH = 200;

function countOfShown(command: string, args: readonly unknown[]): number {
  if (WITHOUT_VALUES.has(command)) return Infinity;
  // The script is code of the application; the keys follow their number. EVALSHA has a hash in its place.
  if (command === 'EVALSHA' || command === 'FCALL') return 2 + (Number(args[1]) || 0);
  return LEADING_NAMES.get(command) ?? 0;
}

function toText(argument: unknown): string {
  const text = ArrayBuffer.isView(argument)
    ? Buffer.from(argument as Uint8Array).toString('utf8', 0, 400)
    : String(argument);
  const line = text.replace(/\s+/g, ' ').replace(SESSION_KEY, '$1•••');
  return line.length > MAX_ARGUMENT_LENGTH ? `${line.slice(0, MAX_ARGUMENT_LENGTH)}…` : line;
}

// The id of a session grants access. Other secret names in keys, such as `token:`, are masked with all recorded texts.
const SESSION_KEY = /((?:^|:)(?:sess|sid):).+/i;

/** Commands whose arguments are keys, fields, numbers and options only. */
const WITHOUT_VALUES = new Set(
  (
    'GET MGET GETDEL GETEX GETRANGE SUBSTR STRLEN DEL UNLINK EXISTS TOUCH TYPE RENAME RENAMENX COPY DUMP KEYS SCAN RANDOMKEY ' +
    'EXPIRE PEXPIRE EXPIREAT PEXPIREAT EXPIRETIME PEXPIRETIME TTL PTTL PERSIST INCR DECR INCRBY DECRBY INCRBYFLOAT ' +
    'SETBIT GETBIT BITCOUNT BITPOS BITOP BITFIELD HGET HMGET HGETALL HDEL HEXISTS HKEYS HVALS HLEN HSTRLEN HSCAN HINCRBY ' +
    'HINCRBYFLOAT HRANDFIELD HEXPIRE HTTL LRANGE LLEN LPOP RPOP LINDEX LTRIM LMOVE RPOPLPUSH BLPOP BRPOP BLMOVE BRPOPLPUSH ' +
    'SMEMBERS SCARD SPOP SRANDMEMBER SINTER SUNION SDIFF SINTERCARD SINTERSTORE SUNIONSTORE SDIFFSTORE SSCAN ' +
    'ZRANGE ZREVRANGE ZRANGEBYSCORE ZREVRANGEBYSCORE ZRANGESTORE ZCARD ZCOUNT ZPOPMIN ZPOPMAX BZPOPMIN BZPOPMAX ZSCAN ' +
    'ZREMRANGEBYSCORE ZREMRANGEBYRANK ZUNION ZINTER ZDIFF ZUNIONSTORE ZINTERSTORE ZDIFFSTORE XLEN XRANGE XREVRANGE XREAD ' +
    'XREADGROUP XACK XDEL XTRIM XGROUP XINFO XPENDING XCLAIM XAUTOCLAIM PFCOUNT PFMERGE GEODIST GEOHASH GEOPOS ' +
    'SUBSCRIBE UNSUBSCRIBE PSUBSCRIBE PUNSUBSCRIBE SSUBSCRIBE SUNSUBSCRIBE PUBSUB MULTI EXEC DISCARD WATCH UNWATCH SELECT ' +
    'INFO DBSIZE TIME FLUSHDB FLUSHALL QUIT COMMAND JSON.GET'
  ).split(' '),
);

/** The number of arguments before the first value. */
const LEADING_NAMES: ReadonlyMap<string, number> = new Map([
  ...withCount(
    1,
    'SET SETNX GETSET APPEND MSET MSETNX LPUSH RPUSH LPUSHX RPUSHX LPOS SADD SREM SISMEMBER SMISMEMBER ZADD ZREM ZSCORE ZMSCORE ' +
      'ZRANK ZREVRANK PUBLISH SPUBLISH PFADD',
  ),
  ...withCount(2, 'SETEX PSETEX SETRANGE HSET HMSET HSETNX LSET LREM LINSERT SMOVE ZINCRBY XADD RESTORE JSON.SET'),
  ...withCount(3, 'GEOADD'),
]);

function withCount(count: number, commands: string): (readonly [string, number])[] {
  return commands.split(' ').map((command) => [command, count]);
}
