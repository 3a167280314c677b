/** OpenTelemetry's protobuf definitions, to validate exports with. */
import { createRequire } from 'node:module';

interface MessageType {
  verify(message: object): string | null;
  fromObject(object: object): object;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(message: object, options: object): unknown;
}

const ROOT = '@opentelemetry/otlp-transformer/build/src/generated/root.js';

function requestType(): MessageType {
  // The definitions are generated CommonJS without types.
  const root = createRequire(import.meta.url)(ROOT) as {
    readonly opentelemetry: {
      readonly proto: {
        readonly collector: { readonly trace: { readonly v1: Readonly<Record<string, MessageType>> } };
      };
    };
  };
  const type = root.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
  if (type === undefined) throw new Error(`${ROOT} has no ExportTraceServiceRequest.`);
  return type;
}

/** In OTLP's JSON encoding ids are hexadecimal; protobuf's own JSON encoding has Base64. */
const isId = (key: string): boolean => /^(?:trace|span|parentSpan)Id$/.test(key);

/**
 * Encodes a `TracesData` with OpenTelemetry's definitions and decodes it again.
 * @returns the input and the result, which are equal if the definitions know each field and value of the input; both
 *   without empty lists, which protobuf does not distinguish from absent ones
 * @throws Error if a value has the wrong type
 */
export function throughProtobuf(data: object): { readonly before: unknown; readonly after: unknown } {
  const type = requestType();
  const message = type.fromObject(
    JSON.parse(JSON.stringify(data), (key, value: unknown) =>
      isId(key) ? Buffer.from(String(value), 'hex').toString('base64') : value,
    ) as object,
  );
  const problem = type.verify(message);
  if (problem !== null) throw new Error(problem);
  const decoded = type.decode(type.encode(message).finish());
  const object = type.toObject(decoded, { longs: String, bytes: String, enums: Number });
  const after: unknown = JSON.parse(JSON.stringify(object), (key, value: unknown) =>
    isId(key) ? Buffer.from(String(value), 'base64').toString('hex') : value,
  );
  return { before: withoutEmptyLists(data), after: withoutEmptyLists(after) };
}

function withoutEmptyLists(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    Array.isArray(inner) && inner.length === 0 ? undefined : inner,
  );
}
