// One browser for all of them.
import './darkened-pictures'
import './gmail-on-android'
import './hostile-documents'
import './named-fonts'
import './picture-of-a-document'
import './whole-message'
import './word-pictures'
import './word-spacing'
import { describeMessageArea } from './message-area'
import { describeMirrorImages } from './mirror-images'
import { describeOurMails } from './our-mails'
import { describeScripts, describeScriptsOfText } from './scripts-of-the-world'
import { describeSingleClientsInChromium } from './single-clients'

describeMessageArea('chromium')
describeMirrorImages('chromium')
describeOurMails('chromium')
describeScripts('chromium')
describeScriptsOfText()
describeSingleClientsInChromium()
