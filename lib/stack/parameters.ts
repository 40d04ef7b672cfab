import { CfnParameter } from 'aws-cdk-lib';
import { chartFilePattern } from '#lib/kernel/chart-file.ts';
import { destinationListPattern } from '#lib/kernel/outgoing-destinations.ts';
import type { PlanLinks } from '#lib/kernel/plan-links.ts';
import type { Edition } from './edition.ts';
import { Construct } from 'constructs';

/** The names of installations: used for the stack, and for everything that needs a unique name. */
export const namePattern = /^[a-z][a-z0-9-]{1,19}$/;

const domainPattern = '^(([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63})?$';
const certificatePattern = '^(arn:aws[a-z-]*:acm:us-east-1:[0-9]{12}:certificate/[a-f0-9-]+)?$';

type ParametersProps = {
  edition: Edition;
  /** The default name of the installation. */
  name: string;
};

/** The stack's parameters; few, so that updates stay easy. */
export class Parameters extends Construct {
  readonly edition: string;
  readonly namePrefix: string;
  readonly adminEmail: string;
  readonly mailFrom: string;
  readonly notice: string;
  readonly planLinks: Record<keyof PlanLinks, string>;
  readonly highchartsFile: string;
  readonly steampipeConnections: string;
  readonly outgoingOnly: string;
  readonly secondFactor: string;
  readonly consoleDomain: string;
  readonly consoleCertificate: string;

  constructor(scope: Construct, id: string, { edition, name }: ParametersProps) {
    super(scope, id);
    this.edition = this.lockedEdition(edition);
    this.namePrefix = this.ask('NamePrefix', {
      description: 'Name of this installation, unique in the account: letters, digits, hyphens.',
      default: name,
      allowedPattern: namePattern.source,
      constraintDescription: '2 to 20 lower case letters, digits and hyphens, first a letter.',
    });
    this.adminEmail = this.ask('AdminEmail', {
      description:
        'Address of the first (ROOT) user, who also receives alarms and requests of users.',
      allowedPattern: '^[!-~]+@[!-~]+\\.[A-Za-z]{2,}$',
      constraintDescription: 'An e-mail address.',
    });
    this.mailFrom = this.ask('MailFrom', {
      description:
        'Sender of notifications: an address or domain that SES has verified here. With sign-up ' +
        'it has to be the address itself.',
      allowedPattern: '^[!-~]+@[!-~]+\\.[A-Za-z]{2,}$',
      constraintDescription: 'An e-mail address.',
    });
    this.notice = this.ask('Notice', {
      description: 'A warning above every page of the console; empty for none.',
      default: '',
      maxLength: 500,
    });
    this.planLinks = {
      starterUrl: this.link('StarterUrl', 'Marketplace listing of the Starter plan'),
      standardUrl: this.link('StandardUrl', 'Marketplace listing of the Standard plan'),
      bookingUrl: this.link('BookingUrl', 'Page where people book a trial'),
      contactEmail: this.ask('ContactEmail', {
        description: 'Contact address for the Enterprise plan; empty to offer none.',
        default: '',
        allowedPattern: '^([!-~]+@[!-~]+\\.[A-Za-z]{2,})?$',
        constraintDescription: 'An e-mail address, or nothing.',
      }),
    };
    this.highchartsFile = this.ask('HighchartsFile', {
      description: 'Path of your licensed Highcharts in the site bucket; empty if you have none.',
      default: '',
      maxLength: 200,
      allowedPattern: `^(${chartFilePattern})?$`,
      constraintDescription: 'Such as /licensed/highcharts.js, or nothing.',
    });
    this.steampipeConnections = this.ask('SteampipeConnections', {
      description: 'Schemas of your Steampipe service by integration, if you have one.',
      default: '',
      maxLength: 3000,
      allowedPattern: '^([A-Za-z0-9_-]+=[A-Za-z0-9_+]+(,(?!$)|$))*$',
      constraintDescription: 'Such as azure=azure+azuread,int_abc=gcp_prod.',
    });
    this.outgoingOnly = this.ask('OutgoingOnly', {
      description: 'The only destinations that bots may call; empty for all public ones.',
      default: '',
      maxLength: 1500,
      allowedPattern: destinationListPattern,
      constraintDescription: 'Such as https://*.example.com,https://api.github.com.',
    });
    this.secondFactor = this.ask('SecondFactor', {
      description: 'Whether everybody needs an authenticator app to sign in.',
      default: 'optional',
      allowedValues: ['optional', 'required'],
    });
    this.consoleDomain = this.ask('ConsoleDomain', {
      description:
        "Your own domain of the console; empty for CloudFront's. Subdomains need HTTPS, too.",
      default: '',
      maxLength: 253,
      allowedPattern: domainPattern,
      constraintDescription: 'Such as cloudwarden.example.com, in lower case, or nothing.',
    });
    this.consoleCertificate = this.ask('ConsoleCertificate', {
      description: 'ARN of the certificate of ConsoleDomain; CloudFront needs it in us-east-1.',
      default: '',
      allowedPattern: certificatePattern,
      constraintDescription: 'An ARN that begins with arn:aws:acm:us-east-1:, or nothing.',
    });
  }

  /**
   * An update keeps the values of parameters. The other edition's template does not allow this
   * value, so CloudFormation rejects the update before changing anything.
   */
  private lockedEdition(edition: Edition): string {
    return this.ask('Edition', {
      description: 'The edition of this template. The edition of a stack cannot be changed.',
      default: edition,
      allowedValues: [edition],
      constraintDescription: `This template is for the edition ${edition}; deploy that of yours.`,
    });
  }

  private link(name: string, label: string): string {
    return this.ask(name, {
      description: `${label}; empty to offer none.`,
      default: '',
      maxLength: 500,
      allowedPattern: '^(https://[!-~]+)?$',
      constraintDescription: 'An address that begins with https://, or nothing.',
    });
  }

  private ask(name: string, props: ConstructorParameters<typeof CfnParameter>[2]): string {
    const parameter = new CfnParameter(this, name, { type: 'String', ...props });
    parameter.overrideLogicalId(name);
    return parameter.valueAsString;
  }
}
