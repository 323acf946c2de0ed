/** Colors, sizes and defaults of the window. Colors come from one table by meaning, and are passed to Mantine as CSS variables. */
import {
  Autocomplete,
  Button,
  Combobox,
  createTheme,
  type CSSVariablesResolver,
  Drawer,
  Input,
  InputBase,
  Loader,
  type MantineColorsTuple,
  Menu,
  Modal,
  NativeSelect,
  Notification,
  NumberInput,
  PasswordInput,
  Popover,
  type PopoverProps,
  SegmentedControl,
  Select,
  Switch,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core';

/** A color by its meaning, for the light and the dark scheme. Each meaning has a line, a text and a background color. */
const TOKENS = {
  page: ['#f6f7f9', '#14161b'],
  sidebar: ['#fcfcfd', '#191c22'],
  surface: ['#ffffff', '#1c1f26'],
  sunken: ['#f7f8fa', '#21252d'],
  hover: ['#f1f3f6', '#262b34'],
  track: ['#eceef2', '#2a2f39'],
  raised: ['#ffffff', '#434a57'],

  ink: ['#1a1f2b', '#e8eaef'],
  'ink-2': ['#566072', '#a9b0bc'],
  hairline: ['#e3e6eb', '#2f343e'],
  control: ['#cbd0d8', '#454c59'],
  field: ['#7b8493', '#808998'],

  action: ['#3953cc', '#7b94f0'],
  'action-text': ['#2e44a8', '#b3c2fa'],
  'action-ground': ['#eef2ff', '#252d4d'],
  'action-fill': ['#3953cc', '#4a68e0'],
  'action-fill-hover': ['#2e44a8', '#3f5bd0'],

  data: ['#7b94f0', '#5f7cea'],
  'data-ground': ['#dfe6fd', '#2f3a66'],
  'data-bar': ['#b6c4f7', '#42519a'],

  done: ['#1a8a5a', '#44b685'],
  'done-text': ['#0f5c3b', '#86dab4'],
  'done-ground': ['#e5f5ed', '#17332a'],
  warning: ['#c2650c', '#e2a04a'],
  'warning-text': ['#8a3f04', '#f3c487'],
  'warning-ground': ['#fdf2df', '#3a2d17'],
  'warning-stripe': ['#f6dcb6', '#57411d'],
  error: ['#cc3344', '#ee6a79'],
  'error-text': ['#a11d2f', '#f8a9b2'],
  'error-ground': ['#fdecee', '#402127'],
  unknown: ['#7c8696', '#8b94a3'],

  practice: ['#8a3180', '#d07cc5'],
  'practice-text': ['#702867', '#efc1e9'],
  'practice-ground': ['#fbf0fa', '#38213a'],
  'practice-line': ['#e0b3da', '#8a4a82'],
  'practice-on': ['#ffffff', '#2a1029'],
  'practice-stripe': ['#a45099', '#a85a9f'],

  'danger-fill': ['#c12c3d', '#c2384a'],
  'danger-fill-hover': ['#a11d2f', '#ad2d3f'],

  disabled: ['#e3e6eb', '#2f343e'],
  shadow: ['rgb(26 31 43 / 14%)', 'rgb(0 0 0 / 55%)'],
  veil: ['rgb(238 242 255 / 97%)', 'rgb(20 22 27 / 96%)'],
} as const satisfies Record<string, readonly [string, string]>;

type TokenName = keyof typeof TOKENS;

const token = (name: TokenName): string => `var(--desk-${name})`;

const ownVariables = (scheme: 0 | 1): Record<string, string> =>
  Object.fromEntries(Object.entries(TOKENS).map(([name, pair]) => [`--desk-${name}`, pair[scheme]]));

/** Mantine's names for the same meanings. Its defaults have less contrast than 4.5 : 1 for placeholders, dimmed text and light variants. */
const mantineVariables: Record<string, string> = {
  '--mantine-color-body': token('surface'),
  '--mantine-color-text': token('ink'),
  '--mantine-color-bright': token('ink'),
  '--mantine-color-dimmed': token('ink-2'),
  '--mantine-color-placeholder': token('ink-2'),
  '--mantine-color-anchor': token('action-text'),
  '--mantine-color-error': token('error-text'),
  '--mantine-color-default': token('surface'),
  '--mantine-color-default-hover': token('hover'),
  '--mantine-color-default-color': token('ink'),
  '--mantine-color-default-border': token('control'),
  '--mantine-color-disabled': token('disabled'),
  '--mantine-color-disabled-color': token('ink-2'),
  '--mantine-color-disabled-border': token('hairline'),
  '--mantine-primary-color-filled': token('action-fill'),
  '--mantine-primary-color-filled-hover': token('action-fill-hover'),
  '--mantine-primary-color-light': token('action-ground'),
  '--mantine-primary-color-light-hover': token('action-ground'),
  '--mantine-primary-color-light-color': token('action-text'),
  '--mantine-color-indigo-filled': token('action-fill'),
  '--mantine-color-indigo-filled-hover': token('action-fill-hover'),
  '--mantine-color-indigo-light': token('action-ground'),
  '--mantine-color-indigo-light-hover': token('action-ground'),
  '--mantine-color-indigo-light-color': token('action-text'),
  '--mantine-color-indigo-outline': token('action'),
  '--mantine-color-red-filled': token('danger-fill'),
  '--mantine-color-red-filled-hover': token('danger-fill-hover'),
  '--mantine-color-red-light': token('error-ground'),
  '--mantine-color-red-light-hover': token('error-ground'),
  '--mantine-color-red-light-color': token('error-text'),
  '--mantine-color-red-outline': token('error'),
};

/** Gives Mantine and our own styles the same colors in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...ownVariables(0), ...mantineVariables },
  dark: { ...ownVariables(1), ...mantineVariables },
});

const indigo: MantineColorsTuple = [
  '#eef2ff',
  '#dfe6fd',
  '#b3c2fa',
  '#9aaef5',
  '#7b94f0',
  '#5f7cea',
  '#4a68e0',
  '#3953cc',
  '#2e44a8',
  '#253785',
];
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f1f3f6',
  '#e3e6eb',
  '#cbd0d8',
  '#a9b1bd',
  '#8b94a3',
  '#6b7585',
  '#566072',
  '#353d4b',
  '#1a1f2b',
];
const dark: MantineColorsTuple = [
  '#e8eaef',
  '#c9ced7',
  '#a9b0bc',
  '#8b94a3',
  '#454c59',
  '#2f343e',
  '#21252d',
  '#1c1f26',
  '#14161b',
  '#0f1115',
];

/** At 200% zoom a menu can be higher than the space in the window; then it scrolls. */
const middlewares: NonNullable<PopoverProps['middlewares']> = {
  flip: true,
  shift: true,
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }) => {
      elements.floating.style.maxHeight = `${Math.max(96, availableHeight)}px`;
    },
  },
};

/**
 * Only menus and dialogs have a shadow. Menus stay next to their button in the document so that they belong to its landmark; their fixed
 * position keeps scrolling boxes from cutting them off.
 */
const floating = { shadow: 'sm', radius: 'md', withinPortal: false, floatingStrategy: 'fixed' } as const;

/**
 * `role: 'presentation'`: the header of a dialog is not the header of the page. No scroll lock: the body does not scroll, and Mantine's
 * lock adds a style sheet, so that the browser recomputes all styles.
 */
const dialog = {
  attributes: { header: { role: 'presentation' } },
  lockScroll: false,
  closeButtonProps: { 'aria-label': 'Close' },
} as const;

/** No field asks for data about the user, so browsers must neither store nor fill in what is typed here. */
const field = { size: 'sm', autoComplete: 'off' } as const;

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 6 },
  colors: { indigo, gray, dark },
  white: '#ffffff',
  black: '#1a1f2b',
  autoContrast: false,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.8125rem', lg: '0.875rem', xl: '1rem' },
  lineHeights: { xs: '1.3333', sm: '1.5385', md: '1.5385', lg: '1.4286', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  shadows: { sm: '0 6px 24px var(--desk-shadow)' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1rem', lineHeight: '1.5rem' },
      h2: { fontSize: '0.875rem', lineHeight: '1.25rem' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.25rem' },
    },
  },
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    Input: Input.extend({ defaultProps: field }),
    InputBase: InputBase.extend({ defaultProps: field }),
    TextInput: TextInput.extend({ defaultProps: field }),
    // Without it, only a pointer could show what was typed.
    PasswordInput: PasswordInput.extend({ defaultProps: { ...field, visibilityToggleFocusable: true } }),
    NumberInput: NumberInput.extend({ defaultProps: field }),
    Textarea: Textarea.extend({ defaultProps: field }),
    NativeSelect: NativeSelect.extend({ defaultProps: field }),
    Autocomplete: Autocomplete.extend({ defaultProps: field }),
    // Browsers make scrolling lists focusable, but Tab out of a field must not move into a list that is about to close.
    ComboboxOptions: Combobox.Options.extend({ defaultProps: { tabIndex: -1 } }),
    Select: Select.extend({ defaultProps: { ...field, withScrollArea: false, comboboxProps: floating } }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { size: 'xs' } }),
    Switch: Switch.extend({ defaultProps: { size: 'sm' } }),
    Loader: Loader.extend({ defaultProps: { size: 'sm' } }),
    // Mantine's placeholder for the initial focus is not a menu item; without it the first item gets the focus.
    Menu: Menu.extend({ defaultProps: { ...floating, position: 'bottom-end', withInitialFocusPlaceholder: false, middlewares } }),
    Popover: Popover.extend({ defaultProps: floating }),
    Modal: Modal.extend({
      defaultProps: {
        ...dialog,
        shadow: 'sm',
        radius: 'md',
        centered: true,
        overlayProps: { backgroundOpacity: 0.35 },
      },
    }),
    Drawer: Drawer.extend({ defaultProps: dialog }),
    Notification: Notification.extend({ defaultProps: { radius: 'md' } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: true } }),
  },
});
