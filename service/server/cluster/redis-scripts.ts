/**
 * Atomic operations as Redis scripts. They use the clock of Redis, so no node's clock matters. Scripts are sent by hash;
 * the client sends the text if Redis does not know it yet.
 */
import { defineScript } from '@redis/client'
import type { CommandParser } from '@redis/client'

/** Milliseconds since the epoch, by Redis. */
const now = `local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
`

/** Typed replies of scripts: numbers as numbers, lists as lists of text. */
const number = (reply: unknown) => reply as number
const names = (reply: unknown) => reply as string[]

const script = <Answer>(keys: number, transformReply: (reply: unknown) => Answer, text: string) =>
  defineScript({
    SCRIPT: text,
    NUMBER_OF_KEYS: keys,
    parseCommand(parser: CommandParser, ...given: readonly (string | number)[]) {
      for (const key of given.slice(0, keys)) parser.pushKey(String(key))
      for (const one of given.slice(keys)) parser.push(String(one))
    },
    transformReply,
  })

export const scripts = {
  /** KEYS nodes; ARGV node, lease in ms: the node is live for that long. */
  renewNode: script(1, number, `${now}return redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])`),

  /** KEYS nodes: those that are live. */
  liveNodes: script(
    1,
    names,
    `${now}redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZRANGE', KEYS[1], 0, -1)`,
  ),

  /** KEYS nodes; ARGV channel, message: publishes it, and gives the nodes that are live at that moment. */
  announce: script(
    1,
    names,
    `${now}redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('PUBLISH', ARGV[1], ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1)`,
  ),

  /**
   * KEYS lease, its last token; ARGV holder, ms: takes or renews a lease. Returns its fencing token, which
   * grows with each holder; 0 if another process holds the lease. A Redis that has lost the last token
   * continues from its clock, which is ahead of it: tokens are milliseconds since the epoch, or shortly after
   * for several within one.
   */
  takeLease: script(
    2,
    number,
    `${now}local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
local last = tonumber(redis.call('GET', KEYS[2]) or 0)
if holder and last > 0 then return last end
local term = math.max(last + 1, now)
redis.call('SET', KEYS[2], string.format('%.0f', term))
return term`,
  ),

  /** KEYS lease; ARGV holder: releases the lease if this holder has it. */
  releaseLease: script(
    1,
    number,
    `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`,
  ),

  /**
   * KEYS bucket; ARGV per minute, burst: takes one token from a token bucket, stored as "left at". Returns
   * what was left before, refilled, in thousandths: at least 1000 if a token was taken.
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
