/** The money of an eval in a queue: scripts that run in Redis, where each is atomic. */
import { defineScript } from './run-script.ts';

/**
 * The ledger of an eval. Its keys: 1 the ledger (`max`, `spent`, and `highest MODEL` for each model), 2 reservations
 * (`RESERVED CHARGED MODEL`), 3 their leases,
 * 4 what was counted for settled and expired ones, 5 the inbox. Times are those of the server, in milliseconds.
 */
const LEDGER = `
local ledger, reservations, leases, counted, inbox = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local function number(text) return tonumber(text or '') end
local function clock()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local function read(id)
  local text = redis.call('HGET', reservations, id)
  if not text then return nil end
  local reserved, charged, model = string.match(text, '^(%S+) (%S+) (.*)$')
  return tonumber(reserved), tonumber(charged), model
end
local function write(id, reserved, charged, model)
  redis.call('HSET', reservations, id, string.format('%.17g', reserved) .. ' ' .. charged .. ' ' .. model)
end
local function highest(model) return number(redis.call('HGET', ledger, 'highest ' .. model)) end
local function forget(id)
  redis.call('HDEL', reservations, id)
  redis.call('ZREM', leases, id)
end
local function spend(amount)
  if amount > 0 then redis.call('HINCRBYFLOAT', ledger, 'spent', string.format('%.17g', amount)) end
end
local function keep(seconds)
  for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, seconds) end
end
-- Counts what the owner of an expired reservation may have spent, as lostCost in cost-ledger.ts does.
local function expire()
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', clock())) do
    local reserved, charged, model = read(id)
    forget(id)
    local amount = math.max(charged or 0, math.min(reserved or 0, highest(model or '') or 0))
    if amount > 0 then
      redis.call('HSET', counted, id, string.format('%.17g', amount))
      spend(amount)
      redis.call('RPUSH', inbox, cjson.encode({ kind = 'cost', trial = string.sub(id, 1, 32), run = 'lost ' .. id, costUsd = amount }))
    end
  end
end
-- Replaces a reservation by its cost. Returns the part of the cost that was not counted yet: the reservation may have expired, and
-- a command is sent twice if its reply is lost.
local function settle(id, cost, isMeasured)
  local _, _, model = read(id)
  forget(id)
  local rest = math.max(0, cost - (number(redis.call('HGET', counted, id)) or 0))
  if cost > 0 then redis.call('HSET', counted, id, string.format('%.17g', cost)) end
  spend(rest)
  -- A trial that failed without a cost says nothing about the cost of others.
  if model and (isMeasured or cost > 0) and cost >= (highest(model) or 0) then
    redis.call('HSET', ledger, 'highest ' .. model, string.format('%.17g', cost))
  end
  return rest
end
`;

/**
 * Sets the limit and what was spent before. Costs that the coordinator has not fetched yet are added.
 * ARGV: 1 the limit or an empty text, 2 the cost so far, 3 seconds to keep the keys.
 */
export const OPEN_LEDGER = defineScript(`${LEDGER}
local spent = tonumber(ARGV[2])
for _, text in ipairs(redis.call('LRANGE', inbox, 0, -1)) do
  local ok, message = pcall(cjson.decode, text)
  if ok and type(message) == 'table' and type(message.costUsd) == 'number' then spent = spent + message.costUsd end
end
redis.call('HSET', ledger, 'max', ARGV[1], 'spent', string.format('%.17g', spent))
keep(ARGV[3])
return 1
`);

/**
 * Reserves money as \`amountToReserve\` in cost-ledger.ts does. ARGV: 1 the id, 2 the milliseconds of the lease, 3 the factor of the
 * most expensive trial, 4 seconds to keep the keys, 5 the model. Returns the status and the maximum cost of the run.
 */
export const RESERVE = defineScript(`${LEDGER}
expire()
local function grant(amount, max)
  write(ARGV[1], amount, '0', ARGV[5])
  redis.call('ZADD', leases, clock() + tonumber(ARGV[2]), ARGV[1])
  keep(ARGV[4])
  return { 'reserved', max }
end
local limit = redis.call('HGET', ledger, 'max')
-- Expired, or lost by a restart of Redis: nothing may be spent without a limit that someone set.
if not limit then return redis.error_reply('the limit on costs is missing') end
local max = number(limit)
if not max then return grant(0, '') end
local spent = number(redis.call('HGET', ledger, 'spent')) or 0
local held = 0
for _, text in ipairs(redis.call('HVALS', reservations)) do
  local reserved, charged = string.match(text, '^(%S+) (%S+)')
  held = held + math.max(tonumber(reserved), tonumber(charged))
end
local available = max - spent - held
local most = highest(ARGV[5])
local amount = most and tonumber(ARGV[3]) * most or available
if available > 0 and amount <= available then return grant(amount, string.format('%.17g', available)) end
if redis.call('HLEN', reservations) > 0 then return { 'wait', '' } end
if available > 0 then return grant(available, string.format('%.17g', available)) end
return { 'exhausted', '' }
`);

/** Renews leases. ARGV: 1 milliseconds, then pairs of ids and the cost so far, which is empty if it is unchanged. */
export const RENEW = defineScript(`${LEDGER}
local till = clock() + tonumber(ARGV[1])
for index = 2, #ARGV, 2 do
  local reserved, _, model = read(ARGV[index])
  if reserved then
    redis.call('ZADD', leases, till, ARGV[index])
    if ARGV[index + 1] ~= '' then write(ARGV[index], reserved, ARGV[index + 1], model) end
  end
end
return 1
`);

/**
 * Settles a reservation. ARGV: 1 the id, 2 the cost, 3 the trial, 4 the run, 5 seconds to keep the keys. The coordinator learns of
 * the cost by a message.
 */
export const SETTLE = defineScript(`${LEDGER}
local rest = settle(ARGV[1], tonumber(ARGV[2]), false)
if rest > 0 then
  redis.call('RPUSH', inbox, cjson.encode({ kind = 'cost', trial = ARGV[3], run = ARGV[4], costUsd = rest }))
end
keep(ARGV[5])
return 1
`);

/**
 * Settles a reservation and hands in the run of a trial, unless another worker has done so. Further keys: 6 the ended trials,
 * 7 the results. ARGV as for \`SETTLE\`, then 6 the message, 7 the packed run. Returns 1 if the run is the result.
 */
export const FINISH = defineScript(`${LEDGER}
local message = cjson.decode(ARGV[6])
local rest = settle(ARGV[1], tonumber(ARGV[2]), message.isComplete)
local isFirst = redis.call('SADD', KEYS[6], ARGV[3])
if isFirst == 1 then
  redis.call('HSET', KEYS[7], ARGV[3], ARGV[7])
  message.costUsd = rest
  redis.call('RPUSH', inbox, cjson.encode(message))
elseif rest > 0 then
  redis.call('RPUSH', inbox, cjson.encode({ kind = 'cost', trial = ARGV[3], run = ARGV[4], costUsd = rest }))
end
keep(ARGV[5])
return isFirst
`);

/** Sums what was spent. Returns a number as a text. */
export const SPENT = defineScript(`${LEDGER}
expire()
return redis.call('HGET', ledger, 'spent') or '0'
`);
