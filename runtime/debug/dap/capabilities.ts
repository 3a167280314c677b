import type { DebugProtocol } from '@vscode/debugprotocol';
import { EXCEPTION_FILTERS } from '../exceptions.ts';

const CAPABILITIES: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsFunctionBreakpoints: true,
  supportsDataBreakpoints: true,
  supportsSetVariable: true,
  supportsSetExpression: true,
  supportsStepInTargetsRequest: true,
  supportsExceptionInfoRequest: true,
  supportsClipboardContext: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: ['.'],
  supportsTerminateRequest: true,
  supportsDelayedStackTraceLoading: true,
  exceptionBreakpointFilters: EXCEPTION_FILTERS.map(({ id, label, description, isDefault }) => ({
    filter: id,
    label,
    description,
    default: isDefault,
  })),
};

/**
 * Returns the capabilities of the adapter.
 * @param canGoBack true if it can continue from an earlier step
 */
export function capabilitiesOf(canGoBack: boolean): DebugProtocol.Capabilities {
  return canGoBack ? { ...CAPABILITIES, supportsStepBack: true, supportsRestartFrame: true } : CAPABILITIES;
}
