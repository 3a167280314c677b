/** Style sheets are imported for the bundler only. */
declare module '*.css' {
  const nothing: undefined;
  export default nothing;
}
