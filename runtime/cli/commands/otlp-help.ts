import { HEADERS_VARIABLE } from '../../otlp-push/endpoint.ts';

/** The description of `--otlp`. */
export const OTLP_HELP = `send spans to this OTLP/HTTP endpoint during the run; headers with keys: ${HEADERS_VARIABLE}`;
