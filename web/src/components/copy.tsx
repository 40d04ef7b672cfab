import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';

type Props = {
  text: string;
  /** What the text is: `webhook URL`. */
  subject: string;
  /** Shown instead of the text; for secrets. */
  visibleText?: string;
  variant?: 'inline' | 'button' | 'icon';
  /** Text of the button. */
  label?: string;
  onCopied?: () => void;
};

/** A copy button, by default with the text beside it. */
export const Copy = ({ text, subject, visibleText, variant = 'inline', ...props }: Props) => (
  <CopyToClipboard
    className="copied"
    variant={variant}
    textToCopy={text}
    {...(variant === 'inline' && { textToDisplay: visibleText ?? text })}
    copyButtonText={props.label ?? 'Copy'}
    copyButtonAriaLabel={`Copy ${subject}`}
    copySuccessText="Copied"
    copyErrorText="Copying failed. You can try again."
    onCopySuccess={props.onCopied}
  />
);
