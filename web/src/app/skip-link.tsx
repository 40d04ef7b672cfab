import './skip-link.css';
import {
  colorBackgroundLayoutMain,
  colorTextLinkDefault,
} from '@cloudscape-design/design-tokens';

const id = 'content';

/** A link that lets keyboard users skip the bars and the navigation. */
export const SkipLink = () => (
  <a
    className="skip-link"
    href={`#${id}`}
    style={{ background: colorBackgroundLayoutMain, color: colorTextLinkDefault }}
    onClick={(event) => {
      event.preventDefault();
      document.getElementById(id)?.focus();
    }}
  >
    Skip to main content
  </a>
);

/** The target of the skip link: the page's own content follows. */
export const SkipTarget = () => <span id={id} className="skip-target" tabIndex={-1} />;
