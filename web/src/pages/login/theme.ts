import { createTheme, defaultDarkModeOverride } from '@aws-amplify/ui-react';

const font = '"Open Sans", "Helvetica Neue", Roboto, Arial, sans-serif';

const light = { dark: '#002b66', base: '#006ce0', hover: '#004a9e' };

/** Amplify's colours replaced by the console's, light and dark. */
export const loginTheme = createTheme({
  name: 'cloudwarden',
  tokens: {
    fonts: { default: { variable: { value: font }, static: { value: font } } },
    colors: {
      primary: {
        80: { value: light.base },
        90: { value: light.hover },
        100: { value: light.dark },
      },
    },
    components: { authenticator: { router: { borderColor: { value: '#c6c6cd' } } } },
  },
  overrides: [
    {
      colorMode: 'dark',
      tokens: {
        colors: {
          ...defaultDarkModeOverride.tokens?.colors,
          primary: {
            80: { value: '#42b4ff' },
            90: { value: '#75cfff' },
            100: { value: '#b8e7ff' },
          },
          background: { primary: { value: '#161d26' }, secondary: { value: '#1b232d' } },
        },
        components: {
          authenticator: { router: { borderColor: { value: '#424650' } } },
          button: {
            primary: {
              color: { value: '#0f141a' },
              _hover: { color: { value: '#0f141a' } },
              _focus: { color: { value: '#0f141a' } },
              _active: { color: { value: '#0f141a' } },
            },
          },
        },
      },
    },
  ],
});
