/** The texts that an editor shows for the frames of a stopped run. */
import type { Json } from '../../protocol/events.ts';
import type { Debugger } from '../debugger.ts';
import { pausedDocument } from '../paused-document.ts';
import type { LoopView } from '../run-view.ts';
import type { NumberedFrame, StopFrames } from './stop-frames.ts';

/** A text that a client shows as the source of a frame. */
export interface FrameText {
  /** A file name, whose extension tells the language. */
  readonly name: string;
  readonly content: string;
}

/** Returns the name of the document of a frame; undefined if it has none. */
export function documentName({ loop, frame: { document } }: NumberedFrame, session: Debugger): string | undefined {
  switch (document?.kind) {
    case 'position': {
      const position = session.current?.position;
      if (position === undefined) return undefined;
      return position.at === 'model_call' ? 'Request.json' : 'tool' in position.boundary ? 'Call.json' : undefined;
    }
    case 'request':
      return session.requests.get(loop) === undefined ? undefined : 'Request.json';
    case 'instructions':
      return instructionsOf(loop, session) === undefined ? undefined : 'Instructions.md';
    case 'json':
    case 'text':
      return document.name.replace(/[\\/]/g, '_').slice(-64);
    default:
      return undefined;
  }
}

/** The URI scheme under which the extension serves the documents of frames. */
const SCHEME = 'skillwright-frame';

/**
 * Returns the URI of the document of a frame in the extension. It is the same at each stop of a run, so that VS Code opens it
 * where it is open already. Undefined if it has none.
 */
export function documentPath(numbered: NumberedFrame, session: Debugger): string | undefined {
  const path = pathOf(numbered, session);
  return path === undefined ? undefined : `${SCHEME}:${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Returns the frame of the current stop whose document has this path. */
export function findByPath(path: string, frames: StopFrames, session: Debugger): NumberedFrame | undefined {
  const thread = Number(path.split('/').at(-2));
  const ofThread = frames.ofThread(thread);
  return typeof ofThread === 'string' ? undefined : ofThread.find((one) => pathOf(one, session) === path);
}

/** Returns the path of the URI, before it is encoded: run, thread and name. */
function pathOf(numbered: NumberedFrame, session: Debugger): string | undefined {
  const name = documentName(numbered, session);
  const run = session.view.started?.run;
  return name === undefined || run === undefined ? undefined : `/${run}/${numbered.loop.number}/${name}`;
}

/** Returns the document of a frame: for a model call, exactly what is or was sent. Undefined if it has none. */
export function frameDocument(numbered: NumberedFrame, session: Debugger): FrameText | undefined {
  const name = documentName(numbered, session);
  const { document } = numbered.frame;
  if (name === undefined || document === undefined) return undefined;
  if (document.kind === 'text') return { name, content: document.content };
  if (document.kind === 'instructions') return { name, content: instructionsOf(numbered.loop, session) ?? '' };
  return { name, content: `${JSON.stringify(contentOf(numbered, session), null, 2)}\n` };
}

/** Returns the system message of the last request of an agent. */
function instructionsOf(loop: LoopView, session: Debugger): string | undefined {
  const [first] = session.requests.get(loop)?.prompt ?? [];
  return first?.role === 'system' ? first.content : undefined;
}

function contentOf({ loop, frame: { document } }: NumberedFrame, session: Debugger): Json {
  if (document?.kind === 'json') return document.value;
  if (document?.kind === 'position') return session.current === undefined ? null : pausedDocument(session.current);
  const request = session.requests.get(loop);
  if (request === undefined) return null;
  const { prompt, tools } = request;
  return { messages: prompt as unknown as readonly Json[], tools: tools as unknown as readonly Json[] };
}
