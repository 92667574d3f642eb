-- A name that the owner gives to an email, in place of its subject. Unlike the subject it stays when the content is erased.

-- AlterTable
ALTER TABLE "emails" ADD COLUMN     "label" TEXT;
