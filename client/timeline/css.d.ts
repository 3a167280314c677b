/** Style sheets are imported only for the bundler. */
declare module '*.css' {
  const nothing: undefined;
  export default nothing;
}
