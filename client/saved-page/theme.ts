import { type Theme, themeOf } from '../timeline/themes.ts';

/** Applies VS Code's default theme that fits the system's preferences, and follows their changes. */
export function followSystemTheme(): void {
  const isLight = matchMedia('(prefers-color-scheme: light)');
  const hasHighContrast = matchMedia('(prefers-contrast: more), (forced-colors: active)');
  const apply = (): void => {
    const theme: Theme = hasHighContrast.matches
      ? isLight.matches
        ? 'hc-light'
        : 'hc'
      : isLight.matches
        ? 'light'
        : 'dark';
    const { bodyClass, htmlStyle } = themeOf(theme);
    document.body.className = `${bodyClass} saved`;
    // Not an attribute in markup, which the page's policy forbids.
    document.documentElement.style.cssText = htmlStyle;
  };
  isLight.addEventListener('change', apply);
  hasHighContrast.addEventListener('change', apply);
  apply();
}
