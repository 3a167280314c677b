/** The WebSocket for Node.js before version 22. A file of its own: a dynamic import of a CommonJS package has no names in a bundle. */
export { WebSocket } from 'undici';
