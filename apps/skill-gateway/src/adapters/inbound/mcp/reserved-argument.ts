import { z } from 'zod';

const call = z.object({ id: z.unknown(), params: z.object({ arguments: z.record(z.string(), z.unknown()) }) });
const isCall = (message: unknown): boolean => call.safeParse(message).success;

/** The JSON-RPC error of the first call whose arguments have a name that the protocol's own reader would lose on its way. */
export function reservedArgument(body: unknown) {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  const faulty = messages.find((each) => isCall(each) && Object.hasOwn(argumentsOf(each), '__proto__'));
  if (faulty === undefined) return undefined;
  const id: unknown = Object.getOwnPropertyDescriptor(faulty, 'id')?.value;
  const error = {
    code: -32_602,
    message: '`arguments.__proto__` is a reserved name.',
    data: { rule: 'reserved_name' },
  };
  return { jsonrpc: '2.0', id: id ?? null, error };
}

/** As they came: a parsed copy has lost the name. */
function argumentsOf(message: unknown): object {
  const raw = z.object({ params: z.object({ arguments: z.custom<object>((value) => typeof value === 'object') }) });
  return raw.parse(message).params.arguments;
}
