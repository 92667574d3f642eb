import { appleStepCases } from './clients/apple/steps/cases'
import { gmailStepCases } from './clients/gmail/steps/cases'
import { notesStepCases } from './clients/notes/steps/cases'
import { outlookWebStepCases } from './clients/outlook-web/steps/cases'
import { samsungStepCases } from './clients/samsung/steps/cases'
import { thunderbirdAndroidStepCases } from './clients/thunderbird-android/steps/cases'
import { webmailStepCases } from './clients/webmail/steps/cases'
import { wordStepCases } from './clients/word/steps/cases'
import { yahooStepCases } from './clients/yahoo/steps/cases'
import type { StepCase } from './engine/step-case'
import { engineStepCases } from './engine/steps/cases'

export const stepCases: readonly StepCase[] = [
  ...appleStepCases,
  ...gmailStepCases,
  ...notesStepCases,
  ...outlookWebStepCases,
  ...samsungStepCases,
  ...thunderbirdAndroidStepCases,
  ...webmailStepCases,
  ...wordStepCases,
  ...yahooStepCases,
  ...engineStepCases,
]
