/**
 * Atomic operations as Redis scripts. They use the clock of Redis, so that the clocks of nodes do not matter.
 * The client sends the hash of a script, and its text if Redis does not know the hash.
 */
import { defineScript } from '@redis/client'
import type { CommandParser } from '@redis/client'

/** Sets `now` to the clock of Redis, milliseconds since the epoch. */
const readClock = `local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
`

/** Types of script replies. */
const number = (reply: unknown) => reply as number
const names = (reply: unknown) => reply as string[]

const script = <Reply>(keys: number, transformReply: (reply: unknown) => Reply, text: string) =>
  defineScript({
    SCRIPT: text,
    NUMBER_OF_KEYS: keys,
    parseCommand(parser: CommandParser, ...keysAndArguments: readonly (string | number)[]) {
      for (const key of keysAndArguments.slice(0, keys)) parser.pushKey(String(key))
      for (const argument of keysAndArguments.slice(keys)) parser.push(String(argument))
    },
    transformReply,
  })

export const scripts = {
  /** KEYS nodes; ARGV node, lease in ms. Marks the node as live for that time. */
  renewNode: script(1, number, `${readClock}return redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])`),

  /** KEYS nodes. Returns the live nodes. */
  liveNodes: script(
    1,
    names,
    `${readClock}redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZRANGE', KEYS[1], 0, -1)`,
  ),

  /** KEYS nodes; ARGV channel, message. Publishes the message and returns the nodes that are live at that time. */
  publishAndListNodes: script(
    1,
    names,
    `${readClock}redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('PUBLISH', ARGV[1], ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1)`,
  ),

  /**
   * KEYS lease, its last token; ARGV holder, ms. Takes or renews a lease. Returns its fencing token, which grows
   * with each holder, or 0 if another process holds the lease. Tokens are milliseconds since the epoch, so that
   * they keep growing after Redis has lost the last token; holders within one millisecond count up from there.
   */
  takeLease: script(
    2,
    number,
    `${readClock}local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
local last = tonumber(redis.call('GET', KEYS[2]) or 0)
if holder and last > 0 then return last end
local term = math.max(last + 1, now)
redis.call('SET', KEYS[2], string.format('%.0f', term))
return term`,
  ),

  /** KEYS lease; ARGV holder. Releases the lease if this holder has it. */
  releaseLease: script(
    1,
    number,
    `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`,
  ),

  /**
   * KEYS bucket; ARGV per minute, burst. Takes one token from a token bucket, which is stored as "tokens
   * timestamp". Returns the tokens before that in thousandths: 1000 or more if a token was taken.
   */
  takeToken: script(
    1,
    number,
    `local t = redis.call('TIME')
local now = t[1] * 1000 + t[2] / 1000
local rate, burst = ARGV[1] / 60000, tonumber(ARGV[2])
local left = burst
local kept = redis.call('GET', KEYS[1])
if kept then
  local before, at = string.match(kept, '(%S+) (%S+)')
  left = math.min(burst, before + math.max(0, now - at) * rate)
end
local after = left
if left >= 1 then after = left - 1 end
redis.call('SET', KEYS[1], string.format('%.4f %.3f', after, now), 'PX', math.ceil((burst - after) / rate) + 1)
return math.floor(left * 1000)`,
  ),
}
