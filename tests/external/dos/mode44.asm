; mode44.com: opens itself as LORD 4.07 does, with a file mode that DOSBox does not know, and says so on the line.
        cpu 8086
        org 100h
        mov ax,3D44h
        mov dx,file
        int 21h
        mov si,no
        jc .say
        mov si,yes
.say:   lodsb
        or al,al
        jz .x
        mov ah,1
        xor dx,dx
        int 14h
        jmp .say
.x:     mov ax,4C00h
        int 21h
file    db 'C:\MODE44.COM',0
yes     db 'opened',0
no      db 'refused',0
